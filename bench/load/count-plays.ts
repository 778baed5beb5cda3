/**
 * Counts all artists' listeners and plays, for programs that write artist_plays in bulk with the
 * triggers disabled.
 */
export const COUNT_PLAYS = `
truncate artist_plays_changes;
update artists set listeners = counted.listeners, plays = counted.plays
from (select artist_id, count(*) as listeners, sum(plays) as plays from artist_plays group by 1) as counted
where artists.id = counted.artist_id;
insert into taste_changes select member_id, sum(plays) from artist_plays group by 1
on conflict (member_id) do update set plays = taste_changes.plays + excluded.plays;
`
