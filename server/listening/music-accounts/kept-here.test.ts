import { expect, test } from 'vitest'
import { Period } from '#contract/wire.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'
import { listTopArtists, listTopTracks } from '../charts.ts'
import { listDailyPlays } from '../daily-plays.ts'
import { keptHere } from './kept-here.ts'

test('what is kept here, told as a source tells it, is what readers see of it', async () => {
  const server = await testServer()
  const { db, clock } = server
  const ada = await makeMember(server, 'ada')
  const [door = 0, wall = 0, peat = 0] = await makeTracks(
    server,
    'Door by Nine Rooms',
    'Wall by Nine Rooms',
    'Peat by Loam',
  )
  for (const [track, plays, daysAgo] of [
    [door, 3, 0],
    [wall, 2, 20],
    [peat, 4, 100],
    [door, 1, 300],
  ] as const)
    await play(server, ada, track, { plays, daysAgo })
  const source = keptHere(db, clock.now)
  const account = await source.findAccount(String(ada.id))
  for (const period of Period.options) {
    const window = { period, now: clock.now() }
    const artists = await listTopArtists(db, ada.id, window, 1000)
    const tracks = await listTopTracks(db, ada.id, window, 1000)
    expect(artists.length).toBeGreaterThan(0)
    expect((await source.fetchArtists(account, period)).entries).toEqual(
      artists.map(({ name, scrobbles: plays }) => ({ name, plays })),
    )
    expect((await source.fetchTracks(account, period)).entries).toEqual(
      tracks.map(({ track: title, artist, playcount: plays }) => ({ title, artist, plays })),
    )
  }
  const days = await listDailyPlays(db, ada.id, { first: '2026-08-01', until: '2026-11-21' })
  expect((await source.fetchDays(account, '2026-08-01')).counts.toReversed()).toEqual(days)
  await expect(source.findAccount('999999')).rejects.toMatchObject({ code: 'unknown_name' })
})
