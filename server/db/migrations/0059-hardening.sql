-- Rebuilds the search for all names, hashes the codes of invitations, and adds the numbers of
-- listens that cannot be stored.

-- The previous expression of the indexes failed on a name with a blank at its 400th character.
create or replace function search_words(name text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(left(trim(
    regexp_replace(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f''\u2019]', '', 'g'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u3020]+', ' ', 'g')),
    400), ' '), ''))
$$;
drop index if exists artists_by_words;
drop index if exists albums_by_words;
drop index if exists tracks_by_words;
-- The job `build-indexes` creates them. This migration did before the job existed, in no release: a
-- database from then has the same indexes.

create table set_aside_scrobbles (
  member_id bigint not null references members on delete cascade,
  reason text not null,
  scrobbles bigint not null default 0,
  latest_at timestamptz not null,
  primary key (member_id, reason)
);
alter table followed_accounts add column skipped jsonb not null default '{}';
alter table followed_accounts add column skipped_to bigint not null default 0;

-- Processes of an earlier version insert codes, which the trigger replaces.
alter table invitations add column code_hash bytea;
update invitations set code_hash = sha256(convert_to(code, 'UTF8'));
alter table invitations alter column code drop not null;
update invitations set code = null;
alter table invitations alter column code_hash set not null;
alter table invitations add unique (code_hash);
create function hash_invitation_code() returns trigger language plpgsql as $$ begin
  new.code_hash := sha256(convert_to(new.code, 'UTF8'));
  new.code := null;
  return new;
end $$;
create trigger invitations_hash_code before insert on invitations for each row
  when (new.code is not null) execute function hash_invitation_code();
