import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Drafts } from '#src/offline/device/drafts.ts'
import { EMPTY_META, type Loaded } from '#src/offline/outbox/meta.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'

const outboxes = new WeakMap<QueryClient, Outbox>()
const draftBoxes = new WeakMap<QueryClient, Drafts>()
const NOTHING: Loaded = { meta: EMPTY_META, entries: [] }

/** Connects a member's query cache to that member's outbox and drafts, for their lifetime. */
export function connectOutbox(client: QueryClient, outbox: Outbox, drafts: Drafts) {
  outboxes.set(client, outbox)
  draftBoxes.set(client, drafts)
}

/** Returns the outbox of a query cache; undefined for visitors. */
export const getOutbox = (client: QueryClient) => outboxes.get(client)

/** Returns the drafts of a query cache; undefined for visitors. */
export const getDrafts = (client: QueryClient) => draftBoxes.get(client)

/**
 * Returns the current outbox, following every change in any tab or the worker. Empty for visitors.
 */
export function useOutboxSnapshot(): Loaded {
  const outbox = getOutbox(useQueryClient())
  const subscribe = useCallback((watcher: () => void) => outbox?.subscribe(watcher) ?? (() => {}), [outbox])
  const snapshot = () => outbox?.snapshot() ?? NOTHING
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}
