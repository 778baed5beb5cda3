/**
 * Counts all artists' listeners and plays, for programs that write artist_plays in bulk with the
 * triggers disabled.
 */
export const COUNT_PLAYS = `
truncate listeners_by_plays, listeners_by_tracks, artist_plays_changes;
insert into listeners_by_plays select artist_id, plays, count(*) from artist_plays group by 1, 2;
insert into listeners_by_tracks select artist_id, tracks_heard, count(*) from artist_plays group by 1, 2;
update artists set listeners = counted.listeners, plays = counted.plays
from (select artist_id, count(*) as listeners, sum(plays) as plays from artist_plays group by 1) as counted
where artists.id = counted.artist_id;
insert into taste_changes select member_id, sum(plays) from artist_plays group by 1
on conflict (member_id) do update set plays = taste_changes.plays + excluded.plays;
`
