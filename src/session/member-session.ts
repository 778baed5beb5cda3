import type { QueryClient } from '@tanstack/react-query'
import { cacheDatabase } from '#contract/storage-names.ts'
import { persistCache, restoreCache } from '#src/cache/persistence.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { refetchAll } from '#src/cache/refetch.ts'
import { retryFailedQueries } from '#src/cache/retry.ts'
import { withTimeout } from '#src/cache/with-timeout.ts'
import { type KeyValueStore, openKeyValueStore } from '#src/offline/device/idb.ts'
import { type Device, isCurrent, memberKey, readDevice } from '#src/offline/device/member.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import { whenUsed } from '#src/startup/when-used.ts'
import { loadCode } from '#src/ui/load-code.ts'
import type { MemberLife } from './member-outbox.ts'

/** One session for a member or visitor, from sign-in to sign-out: its cache, outbox and drain. */
export interface DeviceSession {
  record: Device
  client: QueryClient
  life: MemberLife | undefined
  signal: AbortSignal
  /** Aborts all work and closes the stores. */
  end: () => void
}

/** Opens the device's stores; one that fails is skipped. `onRevoked`: the session has ended. */
export async function startDeviceSession(
  device: KeyValueStore,
  connectivity: Connectivity,
  record: Device,
  onRevoked?: () => void,
): Promise<DeviceSession> {
  const ending = new AbortController()
  const { signal } = ending
  const client = createQueryClient()
  const { name, generation } = record
  retryFailedQueries(client, connectivity, signal)
  if (name === null) refetchOnReturn(client, connectivity, signal)
  // In parallel: opening a database is slow on a phone.
  const [life] = await Promise.all([
    name === null
      ? undefined
      : loadMemberOutbox().then(({ startMemberLife }) =>
          startMemberLife({ client, connectivity, device, name, generation, signal, onRevoked }),
        ),
    openCache(client, device, record, signal),
  ])
  return {
    record,
    client,
    life,
    signal,
    end: () => {
      ending.abort()
      void client.cancelQueries()
    },
  }
}

/** A visitor has none. For a member the boot script fetches its code along with the app's. */
const loadMemberOutbox = () => import('./member-outbox.ts')

/** A visitor has no outbox to send first, after which a member's queries are refetched. */
function refetchOnReturn(client: QueryClient, connectivity: Connectivity, signal: AbortSignal) {
  const stop = connectivity.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) void refetchAll(client)
  })
  signal.addEventListener('abort', stop)
}

async function openCache(client: QueryClient, device: KeyValueStore, record: Device, signal: AbortSignal) {
  const store = openKeyValueStore(cacheDatabase(record.name), {
    durability: 'relaxed',
    mayOpen: async () =>
      record.name === null
        ? isSame(await readDevice(device), record)
        : isCurrent(device, record.name, record.generation),
  })
  await withTimeout(restoreCache(client, store, Date.now())).catch(warn)
  const stopPersisting = persistCache(client, store, warn)
  signal.addEventListener('abort', () => {
    stopPersisting()
    store.close()
  })
  if (record.name !== null) void scheduleDownloads(client, record.name, signal).catch(warn)
}

/** Downloads data for offline use long after the first screen. */
async function scheduleDownloads(client: QueryClient, member: string, signal: AbortSignal) {
  await whenUsed()
  const { startDownloads } = await loadCode(() => import('#src/downloads/start.ts'), signal)
  await startDownloads({ client, member, signal })
}

const toKey = ({ name }: Device) => (name === null ? null : memberKey(name))

export const isSame = (a: Device, b: Device) => a.generation === b.generation && toKey(a) === toKey(b)

const warn = (error: unknown) => console.warn('The data stored on this device could not be used.', error)
