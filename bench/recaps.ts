/**
 * `npm run bench -- recaps`: measures recaps for members with 10,000 and with 300,000 listens, by
 * the whole app in process. Reads of both sizes take turns. The floor is 150 ms at p50.
 */
import { parseArgs } from 'node:util'
import { stepPeriod, toMonth, toWeek, toYear } from '#contract/recaps/periods.ts'
import { createClient } from './load/client.ts'
import { startDatabases } from './load/databases.ts'
import { seedHeavyListener } from './load/heavy-listener.ts'
import { createTable, measureMedians } from './load/measure.ts'

const { values } = parseArgs({
  options: {
    listens: { type: 'string', default: '10000,300000' },
    rounds: { type: 'string', default: '30' },
  },
})
const now = new Date()
const today = now.toISOString().slice(0, 10)
const PERIODS = [toWeek, toMonth, toYear].flatMap((toPeriod) => {
  const open = toPeriod(today)
  return [
    { period: stepPeriod(open, -1), isOpen: false },
    { period: open, isOpen: true },
  ]
})

const databases = await startDatabases()
try {
  const sizes = values.listens.split(',').map(Number)
  const listeners: Awaited<ReturnType<typeof createListener>>[] = []
  for (const listens of sizes) listeners.push(await createListener(listens))
  const print = createTable(sizes)
  for (const { period, isOpen } of PERIODS) {
    const calls = listeners.map((listener) => () => listener.read(period.kind, period.id))
    const reads = await measureMedians(calls, Number(values.rounds))
    print(`${period.kind} ${period.id}${isOpen ? ', open' : ''}`, reads)
  }
} finally {
  await databases.stop()
}

async function createListener(listens: number) {
  const db = await databases.create(`listens_${listens}`)
  await seedHeavyListener(db, listens, now)
  const client = createClient(db, now)
  const subject = await client.signIn(0)
  const read = (kind: string, id: string) =>
    kind === 'week'
      ? client.get(subject, '/api/user/weekly-report', { user: subject.name, week: id, time_zone: 'Europe/Berlin' })
      : client.get(subject, '/api/user/rewind', { user: subject.name, period: id, time_zone: 'Europe/Berlin' })
  return { read }
}
