-- Adds the names under which members sent artists and tracks.

-- A member has a row only for an artist or track that the catalogue shows under another name, so
-- that most histories have few.
create table sent_names (
  member_id bigint not null references members on delete cascade,
  kind smallint not null check (kind in (0, 1)),
  music_id bigint not null,
  name text not null,
  primary key (member_id, kind, music_id)
);
create index sent_names_by_music on sent_names (kind, music_id, name);
