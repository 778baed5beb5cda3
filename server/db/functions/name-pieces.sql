-- Returns the pieces of a name of one, two and three letters: a search looks up any part of a name
-- in an index of them. Trigrams (pg_trgm) do not serve terms of one and two letters. An index is
-- built on this function: changing what it returns needs a migration that rebuilds
-- members_by_name_pieces.
create or replace function name_pieces(name text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct substr(name, start, length)
    from generate_series(1, char_length(name)) as start, generate_series(1, 3) as length
    where start + length - 1 <= char_length(name))
$$;
