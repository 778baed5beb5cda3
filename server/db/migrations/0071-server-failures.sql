-- Adds the activity of admins about failed backups and jobs.

-- The list of kinds is replaced by a wider one, as in migration 57.
alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report', 'swap_share', 'server_failure'));
