import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Drafts } from '#src/offline/device/drafts.ts'
import { EMPTY_META, type Loaded } from '#src/offline/outbox/meta.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'

const outboxes = new WeakMap<QueryClient, Outbox>()
const draftBoxes = new WeakMap<QueryClient, Drafts>()
const senders = new WeakMap<QueryClient, SendNow>()
export const NO_ACTIONS: Loaded = { meta: EMPTY_META, entries: [] }

/** Attempts the entries with these `client_id`s once, whatever they wait for. */
type SendNow = (client_ids: readonly string[]) => Promise<void>

/** Connects a member's query cache to that member's outbox and drafts, for their lifetime. */
export function connectOutbox(client: QueryClient, outbox: Outbox, drafts: Drafts, sendNow: SendNow) {
  outboxes.set(client, outbox)
  draftBoxes.set(client, drafts)
  senders.set(client, sendNow)
}

/** Returns the function that sends entries at once; undefined for visitors. */
export const getSendNow = (client: QueryClient) => senders.get(client)

export const getOutbox = (client: QueryClient) => outboxes.get(client)

export const getDrafts = (client: QueryClient) => draftBoxes.get(client)

/** Returns a selection from the outbox, which any context may change. Renders if it changes. */
export function useOutboxSelection<T>(select: (outbox: Loaded) => T): T {
  const outbox = getOutbox(useQueryClient())
  const subscribe = useCallback((watcher: () => void) => outbox?.subscribe(watcher) ?? (() => {}), [outbox])
  const read = () => select(outbox?.snapshot() ?? NO_ACTIONS)
  return useSyncExternalStore(subscribe, read, read)
}

/** Returns the current outbox: see {@link useOutboxSelection}. */
export const useOutboxSnapshot = (): Loaded => useOutboxSelection((outbox) => outbox)
