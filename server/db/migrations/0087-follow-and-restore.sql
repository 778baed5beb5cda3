-- Adds the encrypted token that reads the listens of a followed account, and the spelling by which a
-- member ignores the artist that it was merged into, an index for the examples of doubles, and what
-- deletes names that only deleted members have sent.

alter table followed_accounts add column secret bytea;

alter table ignored_artists add column merged_from bigint;

create index listen_doubles_by_pair on listen_doubles (member_id, kept_source, source, listened_at);

create table unused_names (
  kind smallint not null,
  id bigint not null,
  primary key (kind, id)
);
create index song_swaps_by_initiator_track on song_swaps (initiator_track_id) where initiator_track_id is not null;
create index song_swaps_by_matched_track on song_swaps (matched_track_id) where matched_track_id is not null;
create index play_reactions_by_track on play_reactions (track_id);
