-- Adds the texts with the tracks and the ratings of swaps.

-- A text is written with its track or rating, and replaced with the track.
alter table song_swaps
  add column initiator_track_text text check (initiator_track_text is null or
    (initiator_track_id is not null and length(initiator_track_text) between 1 and 280)),
  add column initiator_rating_text text check (initiator_rating_text is null or
    (initiator_rating is not null and length(initiator_rating_text) between 1 and 280)),
  add column matched_track_text text check (matched_track_text is null or
    (matched_track_id is not null and length(matched_track_text) between 1 and 280)),
  add column matched_rating_text text check (matched_rating_text is null or
    (matched_rating is not null and length(matched_rating_text) between 1 and 280));
