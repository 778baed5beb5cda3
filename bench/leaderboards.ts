/**
 * `npm run bench -- leaderboards`: measures the leaderboards for artists with 1,000 and with 5,000
 * listeners: a read with own rank, by the whole app in process. Reads of both sizes take turns. The
 * floor is 150 ms at p50.
 */
import { parseArgs } from 'node:util'
import type { Period } from '#contract/wire.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { createClient, type SignedInMember } from './load/client.ts'
import { FAMOUS_ARTIST } from './load/community.ts'
import { startDatabases } from './load/databases.ts'
import { seedListeners } from './load/listeners.ts'
import { createTable, measureMedians } from './load/measure.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000,5000' },
    rounds: { type: 'string', default: '200' },
  },
})
const PERIODS: readonly Period[] = ['overall', '7day', '1month', '3month', '6month', '12month']
const VIEWERS = 100

const now = new Date()
const databases = await startDatabases()
try {
  const sizes = values.listeners.split(',').map(Number)
  const communities: Awaited<ReturnType<typeof createCommunity>>[] = []
  for (const listeners of sizes) communities.push(await createCommunity(listeners))
  const print = createTable(sizes)
  for (const period of PERIODS) print(`read of ${period}`, await measureMedians(readsOf(period), Number(values.rounds)))

  function readsOf(period: Period) {
    return communities.map(({ client, viewers, random }) => () => {
      const viewer = random.pick(viewers)
      const query = { artist: `Artist ${FAMOUS_ARTIST}`, period, limit: 50, current_user: viewer.name }
      return client.get(viewer, '/api/artist/top-listeners', query)
    })
  }
} finally {
  await databases.stop()
}

async function createCommunity(listeners: number) {
  const db = await databases.create(`listeners_${listeners}`)
  await seedListeners(db, listeners, now)
  const client = createClient(db, now)
  const random = createRandom(listeners)
  const viewers: SignedInMember[] = []
  for (let at = 0; at < VIEWERS; at++) viewers.push(await client.signIn(random.between(0, listeners - 1)))
  return { client, random, viewers }
}
