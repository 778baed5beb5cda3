import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { delMany, entries, get, setMany } from 'idb-keyval'
import * as v from 'valibot'
import { BUILD } from '#src/api/build.ts'
import { type KeyValueStore, StoreClosed } from '#src/offline/device/idb.ts'
import { SCHEMA_VERSION, StoredResponse } from '#src/offline/device/stored-response.ts'

const MAX_AGE_MS = 30 * 24 * 3_600_000

/** Fills the cache before the router starts. All responses are stale but immutable ones. */
export async function restoreCache(client: QueryClient, store: KeyValueStore, nowMs: number): Promise<void> {
  const outdated: IDBValidKey[] = []
  for (const [key, value] of await entries(store)) {
    const stored = v.safeParse(StoredResponse, value)
    if (stored.success && nowMs - stored.output.updatedAt < MAX_AGE_MS) restoreQuery(client, stored.output)
    else outdated.push(key)
  }
  if (outdated.length > 0) await delMany(outdated, store)
}

/** Restores a stored response, unless the cache has one for its query. */
export function restoreQuery(
  client: QueryClient,
  { queryKey, data, updatedAt, isImmutable = false, reads, build }: StoredResponse,
) {
  const meta = { isImmutable, ...(reads && { reads }) }
  const options = client.defaultQueryOptions({ queryKey, meta })
  const query = client.getQueryCache().build(client, options)
  if (query.state.data === undefined) {
    query.setState({
      data: build === BUILD ? data : withoutEtag(data),
      dataUpdatedAt: updatedAt,
      status: 'success',
      isInvalidated: !isImmutable,
    })
  }
}

/** Returns a query's data as the device stores it: another tab may have written it. */
export async function readStoredData(store: KeyValueStore, queryKey: readonly unknown[]): Promise<unknown> {
  const stored = v.safeParse(StoredResponse, await get(hashKey(queryKey), store))
  return stored.success ? stored.output.data : undefined
}

/** Another build may read response fields that this one has not: it is fetched again. */
const withoutEtag = (data: unknown) =>
  typeof data === 'object' && data !== null && 'etag' in data ? { ...data, etag: undefined } : data

const writes = new WeakMap<QueryClient, Promise<unknown>>()

/** Resolves when the cache changes until now are on the device, or have failed. */
export async function whenWritten(client: QueryClient): Promise<void> {
  await Promise.resolve() // changes in this turn are written at its end
  await writes.get(client)
}

/**
 * Stores every successful response at once, and deletes those that the cache removes: the page may
 * be closed the next moment, and a write started then is lost. Changes in one turn share a
 * transaction. Returns a function that stops it.
 */
export function persistCache(client: QueryClient, store: KeyValueStore, onError: (error: unknown) => void): () => void {
  const changed = new Map<string, Query>()
  const removed = new Set<string>()
  const written = new WeakMap<Query, unknown>()
  const failed = (error: unknown) => {
    if (!(error instanceof StoreClosed)) onError(error)
  }
  const flush = () => {
    const records = [...changed].map(([hash, query]): [string, StoredResponse] => [hash, asStored(query)])
    const keys = [...removed]
    changed.clear()
    removed.clear()
    const write = Promise.all([
      keys.length > 0 ? delMany(keys, store).catch(failed) : undefined,
      records.length > 0 ? setMany(records, store).catch(failed) : undefined,
    ])
    const earlier = writes.get(client)
    writes.set(
      client,
      write.then(() => earlier),
    )
  }
  const schedule = () => {
    if (changed.size + removed.size === 0) queueMicrotask(flush)
  }
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') {
      schedule()
      changed.delete(event.query.queryHash)
      removed.add(event.query.queryHash)
    }
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.isFleeting === true) return
    if (written.get(event.query) === event.query.state.data) return // a poll without changes
    written.set(event.query, event.query.state.data)
    schedule()
    removed.delete(event.query.queryHash)
    changed.set(event.query.queryHash, event.query)
  })
}

const asStored = (query: Query): StoredResponse => ({
  version: SCHEMA_VERSION,
  queryKey: [...query.queryKey],
  data: query.state.data,
  updatedAt: query.state.dataUpdatedAt,
  isImmutable: query.meta?.isImmutable === true,
  build: BUILD,
  ...(query.meta?.reads && { reads: [...query.meta.reads] }),
})
