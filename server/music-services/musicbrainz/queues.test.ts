import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { joinTracks } from '#server/listening/identities/join.ts'
import { LOOK_UPS_PER_DAY_MAX, queueShownTracks } from '#server/listening/links/track-lookups.ts'
import { makeMember } from '#tests/support/members.ts'
import { play } from '#tests/support/music.ts'
import { createMusicbrainzWorld, MBID } from '#tests/support/musicbrainz-server.ts'
import type { TestMember } from '#tests/support/test-server.ts'
import { trackLookupsQueue } from '../queues.ts'

const world = createMusicbrainzWorld()

test('concurrent look-ups send at most one request a second together', async () => {
  for (let number = 0; number < 4; number++) await world.addTrack()
  world.recordings.set(MBID, world.makeRecording())
  await Promise.all([world.lookUp(), world.lookUp(), world.lookUp()])
  const times = world.service.requests.map(({ atMs }) => atMs)
  expect(times).toHaveLength(3)
  for (const [place, atMs] of times.entries())
    if (place > 0) expect(atMs - (times[place - 1] ?? 0)).toBeGreaterThan(990)
})

test('queues tracks that members have opened, which were not looked up for 90 days', async () => {
  const ada = await makeMember(world.server, 'opener')
  const id = await world.addTrack()
  await world.server.db.deleteFrom('track_lookups').execute()
  await play(world.server, ada, id)
  const open = async (as?: TestMember) =>
    expect((await world.server.get('/api/track/by-id', { id: String(id) }, as && { as })).body.track).not.toBeNull()
  await open()
  expect(await world.findRow(id)).toBeUndefined()
  await open(ada)
  expect((await world.findRow(id))?.due_at).not.toBeNull()
  await world.lookUp()
  await open(ada)
  expect((await world.findRow(id))?.due_at).toBeNull()
  world.server.clock.advance({ days: 91 })
  await open(ada)
  expect((await world.findRow(id))?.due_at).not.toBeNull()
})

test('queues tracks that were broadcast, swapped, saved or loved, under their main track', async () => {
  const [ada, bo] = [await makeMember(world.server, 'author'), await makeMember(world.server, 'other')]
  const ids = await Promise.all([1, 2, 3, 4].map(() => world.addTrack()))
  const [broadcast = 0, swapped = 0, saved = 0, loved = 0] = ids
  const hidden = await world.addTrack()
  const spelling = await world.addTrack({})
  await joinTracks(world.server.db, spelling, broadcast)
  await world.server.db.deleteFrom('track_lookups').execute()
  const at = world.server.clock.now()
  await sql`insert into broadcasts (author_id, type, track_id, title, created_at)
    values (${ada.id}, 'Track', ${spelling}, 'So good', ${at})`.execute(world.server.db)
  await sql`insert into song_swaps (initiator_id, matched_id, initiator_track_id, sent_at)
    values (${ada.id}, ${bo.id}, ${swapped}, ${at})`.execute(world.server.db)
  await sql`insert into later_tracks (member_id, track_id, saved_at) values (${ada.id}, ${saved}, ${at})`.execute(
    world.server.db,
  )
  await sql`insert into track_feedback (member_id, track_id, score, created_at) values (${ada.id}, ${loved}, 1, ${at})`.execute(
    world.server.db,
  )
  await queueShownTracks(world.server.db, at)
  const rows = await world.server.db.selectFrom('track_lookups').select('track_id').orderBy('track_id').execute()
  expect(rows.map((row) => row.track_id)).toEqual(ids.toSorted((one, other) => one - other))
  expect(await world.findRow(hidden)).toBeUndefined()
})

test('looks a bounded number of tracks up in a day', async () => {
  const id = await world.addTrack()
  await sql`insert into track_lookups (track_id, looked_up_at)
      select id, ${world.server.clock.now()} from tracks where id <> ${id}`.execute(world.server.db)
  expect(await world.isDue()).toBe(true)
  await sql`alter table track_lookups drop constraint track_lookups_track_id_fkey`.execute(world.server.db)
  await sql`insert into track_lookups (track_id, looked_up_at)
      select -number, ${world.server.clock.now()} from generate_series(1, ${LOOK_UPS_PER_DAY_MAX}) as number`.execute(
    world.server.db,
  )
  expect(await world.isDue()).toBe(false)
  expect(await world.lookUp()).toBe(false)
  expect(world.service.requests).toHaveLength(0)
  world.server.clock.advance({ days: 2 })
  expect(await world.isDue()).toBe(true)
})

test('a server that looks nothing up empties the queue', async () => {
  const id = await world.addTrack()
  const services = { ...world.server.services, config: { ...world.server.services.config, musicbrainz: null } }
  if (!('perform' in trackLookupsQueue)) throw new Error('The queue has no effects outside.')
  const run = { id: '', payload: null, now: world.server.clock.now(), signal: new AbortController().signal }
  await trackLookupsQueue.perform(services, run)
  expect((await world.findRow(id))?.due_at).toBeNull()
  expect(world.service.requests).toHaveLength(0)
})

test('a job looks up all tracks that are due', async () => {
  const ids = [await world.addTrack(), await world.addTrack()]
  if (!('perform' in trackLookupsQueue)) throw new Error('The queue has no effects outside.')
  const run = { id: '', payload: null, now: world.server.clock.now(), signal: new AbortController().signal }
  await trackLookupsQueue.perform(world.server.services, run)
  for (const id of ids) expect((await world.findRow(id))?.looked_up_at).not.toBeNull()
  expect(await world.isDue()).toBe(false)
})

test('a track opens although it cannot be queued', async () => {
  const bo = await makeMember(world.server, 'reader')
  const id = await world.addTrack()
  await play(world.server, bo, id)
  await sql`alter table track_lookups rename to track_lookups_away`.execute(world.server.db)
  const opened = await world.server.get('/api/track/by-id', { id: String(id) }, { as: bo })
  await sql`alter table track_lookups_away rename to track_lookups`.execute(world.server.db)
  expect([opened.status, opened.body.track.id]).toEqual([200, id])
})
