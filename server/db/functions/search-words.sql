-- Returns the words of a folded name that the search looks up: without accents and punctuation, of
-- the first 400 characters, since a word of an index has at most 2,046 bytes. The cut may leave a
-- blank at the end, and tsvector accepts no empty word. toWords in server/listening/music/search.ts
-- splits the same way. Indexes are built on this function: changing what it returns needs a
-- migration that drops artists_by_words, albums_by_words and tracks_by_words.
create or replace function search_words(name text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(left(trim(
    regexp_replace(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f''\u2019]', '', 'g'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u3020]+', ' ', 'g')),
    400), ' '), ''))
$$;
