-- Lets a track have each id of a service once.

-- Two transactions that linked a track at the same time could store an id at two places.
delete from track_links as later using track_links as earlier
  where later.track_id = earlier.track_id and later.service = earlier.service
    and later.external_id = earlier.external_id and later.place > earlier.place;
create unique index track_links_by_id on track_links (track_id, service, external_id);
