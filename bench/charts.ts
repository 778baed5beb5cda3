/**
 * `npm run bench -- charts`: measures charts of members with 10,000 and with 300,000 listens, by the
 * whole app in process. Reads of the sizes take turns. The floor is a p50 of 150 ms. `--time-zone`
 * is the zone of their calendar, whose days begin and end within UTC days.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { chartKinds } from '#contract/listening/chart-kinds.ts'
import { createClient, type SignedInMember } from './load/client.ts'
import { startDatabases } from './load/databases.ts'
import { seedHeavyListener } from './load/heavy-listener.ts'
import { createTable, measureMedians } from './load/measure.ts'

const { values } = parseArgs({
  options: {
    listens: { type: 'string', default: '10000,300000' },
    rounds: { type: 'string', default: '40' },
    'time-zone': { type: 'string', default: 'UTC' },
  },
})
/** Sliding periods, and two ranges: three years, and a decade that ends today. */
const now = new Date()
const yearsAgo = (years: number) => new Date(now.getTime() - years * 365 * 86_400_000).toISOString().slice(0, 10)
const DAYS = [
  ...['7day', '1month', '3month', '6month', '12month', 'overall'].map((period) => ({ period })),
  { from: yearsAgo(8), until: yearsAgo(5) },
  { from: yearsAgo(10), until: yearsAgo(0) },
]
const READERS = 39

const databases = await startDatabases()
try {
  const sizes = values.listens.split(',').map(Number)
  const listeners: Awaited<ReturnType<typeof createListener>>[] = []
  for (const listens of sizes) listeners.push(await createListener(listens))
  const print = createTable(sizes)
  for (const kind of chartKinds)
    for (const days of DAYS) {
      const query = { kind, limit: 50, ...days }
      const calls = listeners.map((listener) => () => listener.read(query))
      const name = 'period' in days ? days.period : `${days.from} to ${days.until}`
      print(`${kind}, ${name}`, await measureMedians(calls, Number(values.rounds)))
    }
} finally {
  await databases.stop()
}

async function createListener(listens: number) {
  const db = await databases.create(`listens_${listens}`)
  await seedHeavyListener(db, listens, now)
  const client = createClient(db, now)
  const subject = await client.signIn(0)
  await sql`insert into report_schedules (member_id, time_zone, last_week, due_at)
    values (${subject.id}, ${values['time-zone']}, current_date, now())
    on conflict (member_id) do update set time_zone = excluded.time_zone`.execute(db)
  const readers: SignedInMember[] = []
  for (let place = 1; place <= READERS; place++) readers.push(await client.signIn(place))
  // Readers take turns, each has a rate limit.
  let turn = 0
  const read = (query: Readonly<Record<string, string | number>>) => {
    const reader = readers[turn++ % READERS] ?? subject
    return client.get(reader, '/api/user/chart', { user: subject.name, ...query })
  }
  return { read }
}
