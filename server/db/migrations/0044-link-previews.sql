-- Adds what members decide about links to their pages, and about links to results of swaps.

alter table members add column hides_from_search boolean not null default false;

alter table song_swaps add column initiator_shares_at timestamptz, add column matched_shares_at timestamptz;
