import { hashKey, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Exchanged } from '#src/api/call.ts'
import { isAskedEarly } from '#src/api/early.ts'
import { ServerError } from '#src/api/errors.ts'
import { EMPTY_META, type Loaded } from '#src/offline/outbox/meta.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { readFirstPaint } from './first-paint.ts'
import { outboxOf } from './outbox-of.ts'
import { isBackingOff } from './retry.ts'

/** What the cache holds: an answer, and what this device had sent when it was asked for. */
export interface Answered<A> {
  answer: A
  /** The outbox's revision when the request left: what was acknowledged later may be missing. */
  askedAtRev: number
  /** ms since 1970. */
  askedAt: number
  /** By which a poll asks whether anything has changed. */
  etag?: string | undefined
}

/** A read of the server that shows pending acts over its answer. */
export interface LiveQuery<A, V> {
  queryKey: readonly unknown[]
  /** `held` is what the cache has: a poll sends its tag, and 'unchanged' keeps it. */
  ask: (signal: AbortSignal, held: Answered<A> | undefined) => Promise<Exchanged<A> | 'unchanged'>
  /** Pure and idempotent. */
  overlay: (answer: A, pending: Pending) => V
  /** Not kept on the device: pages far down, what is only true for a moment. */
  isFleeting?: boolean
  /** What stands below a cursor: asked once, for it never changes. */
  isImmutable?: boolean
}

/** Keeps the precise types of a live query and nothing else. */
/* @__NO_SIDE_EFFECTS__ */
export const liveQuery = <A, V>(query: LiveQuery<A, V>) => query

/** The React Query options of a live query. */
export const liveOptions = <A, V>(query: LiveQuery<A, V>) =>
  queryOptions({
    queryKey: query.queryKey,
    queryFn: ({ client, signal }) => askAnswered(client, query, signal),
    placeholderData: () => findFirstPaint(query),
    // A row or a screen that is mounted again is no reason to ask an endpoint that is left alone.
    retryOnMount: (mounted) => !isBackingOff(mounted),
    refetchOnMount: (mounted) => !isBackingOff(mounted),
    meta: { isFleeting: query.isFleeting === true, isImmutable: query.isImmutable === true },
  })

/** What the snapshot of the last start shows of a query; undefined for nothing. It was kept from this very key. */
export const findFirstPaint = <A, V>(query: LiveQuery<A, V>) =>
  readFirstPaint(query.queryKey) as Answered<A> | undefined

/** Starts a read without waiting for it: for loaders. A failure shows where the data is used. */
export const prefetchLive = <A, V>(client: QueryClient, query: LiveQuery<A, V>) => void prefetch(client, query)

/** The cache's own record of a query. */
export const cachedQuery = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryCache().get(hashKey(queryKey))

/** Nothing is asked of an endpoint that is left alone after a failure. */
async function prefetch<A, V>(client: QueryClient, query: LiveQuery<A, V>): Promise<void> {
  if (!isBackingOff(cachedQuery(client, query.queryKey))) await client.prefetchQuery(liveOptions(query))
}

const EARLY_PATIENCE_MS = 300

/**
 * As `prefetchLive`, where the page itself may have asked already: that answer is as a rule there before the app is. Where nothing is
 * kept to be shown meanwhile it is waited for, 300 ms at most: to draw the screen without it, then with it takes longer.
 */
export async function prefetchAsked<A, V>(client: QueryClient, query: LiveQuery<A, V>): Promise<void> {
  const isAwaited =
    isAskedEarly() && client.getQueryData(query.queryKey) === undefined && findFirstPaint(query) === undefined
  const asked = prefetch(client, query)
  if (isAwaited) await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, EARLY_PATIENCE_MS))])
}

/**
 * Asks anew for what is shown, once; what is not shown is asked when it next is. Pages below a cursor stay, and so does what
 * is retried by itself after a failure.
 */
export const askAllAgain = (client: QueryClient) => invalidate(client, ({ meta }) => meta?.['isImmutable'] !== true)

/** As `askAllAgain`, by a person: what is retried by itself after a failure is asked too. */
export const refreshAll = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.['isImmutable'] !== true })

async function invalidate(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  await client.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !isBackingOff(query) })
}

/**
 * The revision assigned to a response whose request was sent before the outbox was read: older than every acknowledged entry that the
 * outbox still has, because the response may lack any of them.
 */
function earlyRev({ meta, entries }: Loaded = { meta: EMPTY_META, entries: [] }): number {
  return Math.min(meta.rev, ...entries.flatMap(({ ackedRev }) => (ackedRev === undefined ? [] : [ackedRev - 1])))
}

async function askAnswered<A, V>(
  client: QueryClient,
  query: LiveQuery<A, V>,
  signal: AbortSignal,
): Promise<Answered<A>> {
  const outbox = outboxOf(client)?.snapshot()
  const askedAt = Date.now()
  const sentFor = client.getQueryData<Answered<A>>(query.queryKey)
  const exchanged = await query.ask(signal, sentFor)
  const rev = outbox?.meta.rev ?? 0
  if (exchanged === 'unchanged') return sameAsBefore(sentFor, rev, askedAt)
  const { answer, cachedAt, early, etag } = exchanged
  if (cachedAt === undefined && early !== undefined)
    return { answer, askedAtRev: earlyRev(outbox), askedAt: early.askedAt, etag }
  if (cachedAt === undefined) return { answer, askedAtRev: rev, askedAt, etag }
  // The worker's store answered for an unreachable server: never in place of something newer.
  const held = client.getQueryData<Answered<A>>(query.queryKey)
  return held && held.askedAt >= cachedAt ? held : { answer, askedAtRev: 0, askedAt: cachedAt }
}

/** As `askAllAgain`, of some domains and what was answered before `sinceMs`, in ms since 1970. */
export const askAgainSince = (client: QueryClient, domains: readonly string[], sinceMs: number) =>
  invalidate(
    client,
    ({ queryKey, meta, state }) =>
      domains.includes(String(queryKey[0])) && meta?.['isImmutable'] !== true && state.dataUpdatedAt < sinceMs,
  )

/** What is held is true still; where nothing was sent meanwhile it is the very same, so that nothing is drawn anew. */
function sameAsBefore<A>(held: Answered<A> | undefined, askedAtRev: number, askedAt: number): Answered<A> {
  if (held === undefined) throw new ServerError(304, '') // there was no tag to answer
  return held.askedAtRev === askedAtRev ? held : { ...held, askedAtRev, askedAt }
}
