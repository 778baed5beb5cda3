-- Adds the activity of sharing the results of a swap. Only completed swaps have results.

-- The list of kinds is replaced by a wider one, as in migration 56. The index activity_of_swaps
-- allows one entry of a kind for a member and a swap. The check of song_swaps repeats rules.ts.
alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report', 'swap_share'));
alter table song_swaps add check (
  completed_at is not null or (initiator_shares_at is null and matched_shares_at is null));
