-- Adds the merges, splits and names that admins decide, what undoing a merge needs, corrections of
-- all tracks of an artist, and an index of the releases in a member's history.

-- New columns without a default change no rows. `merged_from` is the track or album that a row
-- belonged to before its spelling was merged, so that a merge can be undone.
create table music_decisions (
  id bigint generated always as identity primary key,
  action text not null check (action in ('merge', 'apart', 'rename', 'split', 'whole')),
  kind text not null check (kind in ('artist', 'track', 'album')),
  music_id bigint not null,
  into_id bigint,
  names text[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'undoing', 'impossible')),
  is_automatic boolean not null default false,
  undo jsonb,
  decided_at timestamptz not null default now()
);
create index music_decisions_due on music_decisions (id) where state in ('waiting', 'undoing');
create index music_decisions_by_music on music_decisions (kind, music_id);
create index music_decisions_by_into on music_decisions (kind, into_id);
alter table listens add column merged_from bigint;
alter table listen_details add column merged_from bigint;
alter table track_feedback add column merged_from bigint;
alter table later_tracks add column merged_from bigint;
alter table listen_corrections add column of_artist boolean not null default false;
create index listen_details_by_release on listen_details (member_id, release_mbid)
  where release_mbid is not null and album_id is not null;
