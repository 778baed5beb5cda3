import type { Db } from '#server/db/open.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { type Client, createClient } from './client.ts'
import { seedCommunity } from './community.ts'
import { insertConversation, measurePoll, openConversations } from './conversations.ts'
import type { Databases } from './databases.ts'
import { measureMedians, measureMs } from './measure.ts'
import { type Draw, listPlayedBy, reads } from './reads.ts'
import { measureTaste, type TasteFigures } from './taste.ts'

interface BenchOptions {
  /** The two community sizes at which reads are compared. */
  readonly small: number
  readonly large: number
  /** The community size for the taste computation. */
  readonly taste: number
  readonly artistsEach: number
  /** Calls per read and community. */
  readonly rounds: number
  readonly longConversation: number
  readonly shortConversation: number
  readonly seed: number
  /** Called with the progress, since seeding takes minutes. */
  readonly print: (sentence: string) => void
}

interface ReadFigures {
  readonly name: string
  readonly smallMs: number
  readonly largeMs: number
}

export interface Figures {
  readonly reads: readonly ReadFigures[]
  readonly conversation: { readonly shortMs: number; readonly longMs: number }
  readonly poll: { readonly sent: number; readonly received: number }
  readonly taste: TasteFigures
}

const VIEWERS = 200

/**
 * Creates three communities in new databases and measures in them. Ratios are from one run: the
 * calls alternate.
 */
export async function benchServer(databases: Databases, options: BenchOptions): Promise<Figures> {
  const now = new Date()
  const createCommunity = async (members: number, name: string) => {
    const db = await databases.create(name)
    const size = { members, artistsEach: options.artistsEach, seed: options.seed }
    const ms = await measureMs(() => seedCommunity(db, size, now))
    options.print(`${members} members made in ${Math.round(ms / 1000)} s`)
    return { ...(await drawFrom(db, options, members, now)), db }
  }
  const small = await createCommunity(options.small, 'small')
  const large = await createCommunity(options.large, 'large')
  const measured = await measureReads(small, large, options)
  const talk = await measureConversations(large, options, now)
  const { db, client, viewers } = await createCommunity(options.taste, 'taste')
  return { reads: measured, ...talk, taste: await measureTaste(db, client, viewers, now) }
}

async function drawFrom(db: Db, { seed }: BenchOptions, members: number, now: Date): Promise<Draw> {
  const client = createClient(db, now)
  const random = createRandom(seed)
  const places = new Set<number>()
  while (places.size < Math.min(VIEWERS, members)) places.add(random.between(0, members - 1))
  const viewers = await Promise.all([...places].map((place) => client.signIn(place)))
  return { client, random, viewers, members, played: await listPlayedBy(db, viewers) }
}

async function measureReads(
  small: Draw,
  large: Draw,
  { rounds, print }: BenchOptions,
): Promise<readonly ReadFigures[]> {
  const measured: ReadFigures[] = []
  for (const { name, send } of reads) {
    const [smallMs = 0, largeMs = 0] = await measureMedians([() => send(small), () => send(large)], rounds)
    measured.push({ name, smallMs, largeMs })
    print(`${name}: ${smallMs.toFixed(2)} ms, ${largeMs.toFixed(2)} ms`)
  }
  return measured
}

async function measureConversations(
  { client, viewers, db }: Draw & { readonly client: Client; readonly db: Db },
  { shortConversation, longConversation, rounds }: BenchOptions,
  now: Date,
): Promise<Pick<Figures, 'conversation' | 'poll'>> {
  const [viewer, few, many] = viewers
  if (viewer === undefined || few === undefined || many === undefined)
    throw new Error('A conversation needs two members.')
  await insertConversation(db, viewer, few, shortConversation, now)
  await insertConversation(db, viewer, many, longConversation, now)
  const [shortMs = 0, longMs = 0] = await openConversations(client, viewer, [few, many], rounds)
  return { conversation: { shortMs, longMs }, poll: await measurePoll(client, viewer, many) }
}
