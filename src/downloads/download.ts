import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTopTracks } from '#contract/listening/charts.ts'
import type { getConversations } from '#contract/messages/messages.ts'
import { Refused } from '#src/api/errors.ts'
import type { CachedResponse } from '#src/cache/live.ts'
import { pickerTracksQuery } from '#src/listening/queries.ts'
import { conversationsQuery } from '#src/messages/queries.ts'
import { type BudgetDeps, createBudget, Stopped } from './budget.ts'
import { downloadCopy } from './copy.ts'
import { downloadedAuthors, downloadOlderFeed } from './older-feed.ts'
import { downloadOtherPictures, downloadUploadedPictures } from './pictures.ts'
import {
  additionReads,
  allTimeTracks,
  FRESH_MS,
  firstReads,
  newestFeed,
  peopleReads,
  type Read,
  recentTracks,
  singleReads,
} from './reads.ts'
import { evict } from './usage.ts'

interface DownloadDeps extends BudgetDeps {
  client: QueryClient
  member: string
  signal: AbortSignal
  now: () => number
  limitBytes: number
}

export interface DownloadRecord {
  /** ms since 1970. */
  at: number
  /** Bytes of stored responses and pictures. */
  bytes: number
  /** Whether everything was stored that one visit may download. */
  isComplete: boolean
}
export const DOWNLOAD_KEY = ['downloads', 'last'] as const

const NO_SESSION = 401

/** Conversations requested from a host without batched reads. */
const CONVERSATIONS = 3

/** Downloads within one visit's budget and evicts beyond the limit, also if it rejects with `Unreachable`. */
export async function downloadAll(deps: DownloadDeps): Promise<DownloadRecord> {
  const { client, now, limitBytes } = deps
  let isComplete = false
  let bytes = 0
  try {
    isComplete = await runReads(deps)
  } finally {
    bytes = await evict(client, limitBytes)
  }
  const record = { at: now(), bytes, isComplete }
  if (!deps.signal.aborted) client.setQueryData<DownloadRecord>(DOWNLOAD_KEY, record)
  return record
}

async function runReads(deps: DownloadDeps): Promise<boolean> {
  const { client, member, signal, now } = deps
  const budget = createBudget(deps)
  const options = { signal, now, freshMs: FRESH_MS, onRequest: budget.spend }
  const readAll = async (reads: readonly Read[]) => {
    for (const read of reads)
      if (!isFresh(deps, read) && !isShown(client, read))
        await attempt(() => budget.spend().then(() => read.fetch(client)))
  }
  try {
    const hasCopy = (await attempt(() => downloadCopy(client, member, options))) ?? true
    await readAll([newestFeed(member)])
    await attempt(() => downloadOlderFeed(client, member, options))
    await readAll([recentTracks(member)])
    if (hasNoRecentTracks(client, member)) await readAll([allTimeTracks(member)])
    await readAll(firstReads(member))
    const authors = downloadedAuthors(client)
    const pictures = authors.map(({ picture }) => picture)
    await attempt(() => downloadUploadedPictures(member, pictures, options))
    await readAll(peopleReads(member))
    const names = [...new Set(authors.map(({ name }) => name))]
    if (!hasCopy) await readAll(singleReads(member, listConversants(client, member), names))
    await readAll(additionReads(member))
    await downloadOtherPictures(pictures, options)
    return true
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  }
}

/** Skips a step that the host refuses: it would refuse it again. */
async function attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === NO_SESSION) throw new Stopped('the session has ended')
    return undefined
  }
}

function isFresh({ client, now }: DownloadDeps, { queryKey, freshMs }: Read): boolean {
  const state = client.getQueryState(queryKey)
  return state?.data !== undefined && now() - state.dataUpdatedAt < freshMs
}

/** Whether a screen shows it, which also refetches it: a failing read is not repeated by both. */
const isShown = (client: QueryClient, { queryKey }: Read): boolean =>
  client.getQueryCache().find({ queryKey })?.isActive() === true

function hasNoRecentTracks(client: QueryClient, member: string): boolean {
  const stored = client.getQueryData<CachedResponse<ResponseOf<typeof getTopTracks>>>(
    pickerTracksQuery(member).queryKey,
  )
  return stored?.response.topTracks.length === 0
}

function listConversants(client: QueryClient, member: string): string[] {
  const { queryKey } = conversationsQuery(member)
  const stored = client.getQueryData<CachedResponse<ResponseOf<typeof getConversations>>>(queryKey)
  return (stored?.response.conversations ?? []).slice(0, CONVERSATIONS).map(({ conversant }) => conversant)
}
