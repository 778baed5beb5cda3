/**
 * `npm run bench -- feed --against ../flipside-of-another-commit`: measures GET /api/get-broadcasts
 * (50 rows, own likes, session) with 100,000 broadcasts and a million likes: at 32 connections, at
 * one, and unchanged (304). With `--against`, another checkout's server takes turns with this one,
 * and the ratios are printed. `--growth` compares 10,000 with 1,000,000 broadcasts and as many
 * messages, for the feed, a conversation, a profile and a leaderboard. `--reads` measures the reads
 * besides the feed.
 */
import { parseArgs } from 'node:util'
import { ROOT } from '../scripts/runs.ts'
import { type FeedFigures, type FeedSubject, type ReadName, startSubject } from './load/feed-subject.ts'
import { median } from './load/measure.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    broadcasts: { type: 'string', default: '100000' },
    growth: { type: 'boolean', default: false },
    reads: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
interface Kind {
  readonly read: ReadName
  readonly lanes: number
}
const FEED: readonly Kind[] = [
  { read: 'feed', lanes: 32 },
  { read: 'feed', lanes: 1 },
  { read: 'feed, unchanged', lanes: 32 },
]
const GROWTH: readonly Kind[] = (['feed', 'conversation', 'profile', 'leaderboard'] as const).map(toSingle)
const READS: readonly Kind[] = (
  ['conversation', 'conversation, unchanged', 'profile', 'leaderboard', 'swaps', 'swaps, unchanged', 'status'] as const
).flatMap((read) => [{ read, lanes: 32 }, toSingle(read)])
const kinds = values.growth ? GROWTH : values.reads ? READS : FEED

const subjects: FeedSubject[] = []
try {
  for (const options of listSubjects()) {
    subjects.push(await startSubject(options))
    console.log(`seeded: ${options.name}`)
  }
  for (const kind of kinds) await compare(kind)
} finally {
  for (const subject of subjects) await subject.stop()
}

function listSubjects() {
  const here = { checkout: ROOT, broadcasts: Number(values.broadcasts) }
  if (values.growth)
    return [10_000, 1_000_000].map((broadcasts) => ({ ...here, name: `${broadcasts} broadcasts`, broadcasts }))
  const against = values.against === undefined ? [] : [{ ...here, name: 'other', checkout: values.against }]
  return [...against, { ...here, name: 'this' }]
}

function toSingle(read: ReadName): Kind {
  return { read, lanes: 1 }
}

/** Measures all subjects in turns and prints medians, and ratios to the first subject. */
async function compare({ read, lanes }: Kind): Promise<void> {
  for (const subject of subjects) await subject.measure(read, lanes, 1)
  const figures = new Map<FeedSubject, FeedFigures[]>(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < rounds; round++)
    for (const [subject, list] of figures) list.push(await subject.measure(read, lanes, seconds))
  console.log(`\n${read}, ${lanes} ${lanes === 1 ? 'connection' : 'connections'}`)
  const all = [...figures].map(([subject, list]) => ({ subject, figures: mediansOf(list) }))
  const reference = all[0]?.figures
  for (const { subject, figures: own } of all) {
    const ratio = reference === undefined ? '' : `; ${(own.perSecond / reference.perSecond).toFixed(2)} x`
    console.log(
      `  ${subject.name}: ${Math.round(own.perSecond)} per second, p50 ${own.p50Ms.toFixed(2)} ms, p99 ${own.p99Ms.toFixed(1)} ms, Node ${own.nodeMs.toFixed(2)} ms, PostgreSQL ${own.postgresMs.toFixed(2)} ms per request${ratio}`,
    )
  }
}

function mediansOf(list: readonly FeedFigures[]): FeedFigures {
  return {
    perSecond: median(list.map((figures) => figures.perSecond)),
    p50Ms: median(list.map((figures) => figures.p50Ms)),
    p99Ms: median(list.map((figures) => figures.p99Ms)),
    nodeMs: median(list.map((figures) => figures.nodeMs)),
    postgresMs: median(list.map((figures) => figures.postgresMs)),
  }
}
