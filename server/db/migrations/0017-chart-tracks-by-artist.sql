-- When two artists or tracks are joined, the charts that name them are looked up while adding
-- listens is blocked.
create index chart_tracks_by_artist on chart_tracks (artist_id, track_id) include (member_id);
