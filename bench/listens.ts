/**
 * `npm run bench -- listens --lengths 10000,1000000`: measures `GET /api/user/listens` for members
 * with histories of different lengths, by the whole app in process: the first page, a page in the
 * middle, and each filter. Reads of different lengths take turns.
 */
import { parseArgs } from 'node:util'
import { createClient } from './load/client.ts'
import { startDatabases } from './load/databases.ts'
import { RARE_ARTIST, REGULAR_ARTIST, seedHistories } from './load/history.ts'
import { createTable, measureMedians } from './load/measure.ts'

const { values } = parseArgs({
  options: {
    lengths: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '100' },
  },
})
const LIMIT = 50
const lengths = values.lengths.split(',').map(Number)
const now = new Date()
const databases = await startDatabases()
try {
  const db = await databases.create('histories')
  await seedHistories(db, lengths, now)
  type Query = Readonly<Record<string, string | number>>
  // A new app each time: its clock stands still, so that rate limits would never refill.
  const openCalls = async (toQuery: (place: number) => Query) => {
    const client = createClient(db, now)
    const members = await Promise.all(lengths.map((_, place) => client.signIn(place)))
    return members.map(
      (member, place) => () =>
        client.get(member, '/api/user/listens', { user: member.name, limit: LIMIT, ...toQuery(place) }),
    )
  }
  const middles = lengths.map((length) => new Date(now.getTime() - ((length / 2) * 86_400_000) / 110))
  const cursors = middles.map((at) => `${String(at.getTime() * 1000).padStart(16, '0')}.0000000001`)
  const day = (place: number) => {
    const from = middles[place] ?? now
    return { from: from.toISOString(), until: new Date(from.getTime() + 86_400_000).toISOString() }
  }
  const before = (place: number) => ({ before: cursors[place] ?? '' })

  const print = createTable(lengths)
  await measure('first page', () => ({}))
  await measure('page in the middle', before)
  await measure('first 200', () => ({ limit: 200 }))
  await measure('a day', day)
  await measure('an artist of every 100th listen', () => ({ artist: `Artist ${REGULAR_ARTIST}` }))
  await measure('the same, in the middle', (place) => ({ artist: `Artist ${REGULAR_ARTIST}`, ...before(place) }))
  await measure('an artist with 60 listens', () => ({ artist: `Artist ${RARE_ARTIST}` }))
  await measure('an artist without listens', () => ({ artist: 'Artist 1' }))
  await measure('players', () => ({ source: 'played' }))
  await measure('the file of the older half', () => ({ source: 'lastfm-csv' }))
  await measure('a file of every 40th listen', () => ({ source: 'maloja' }))
  await measure('the same, in the middle', (place) => ({ source: 'maloja', ...before(place) }))
  await measure('an artist from a file', () => ({ source: 'lastfm-csv', artist: `Artist ${REGULAR_ARTIST}` }))

  async function measure(name: string, toQuery: (place: number) => Query): Promise<void> {
    const calls = await openCalls(toQuery)
    const rows = await Promise.all(calls.map(async (call) => JSON.parse(await call()).listens.length))
    print(`${name} (${rows.join(', ')} rows)`, await measureMedians(calls, Number(values.rounds)))
  }
} finally {
  await databases.stop()
}
