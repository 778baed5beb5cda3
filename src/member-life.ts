import { hashKey, type QueryClient } from '@tanstack/react-query'
import { getSession } from '#contract/accounts.ts'
import { statusQuery } from './accounts/queries.ts'
import { actions } from './actions.ts'
import { call } from './api/call.ts'
import { liveOptions } from './cache/live.ts'
import { connectOutbox } from './cache/outbox-of.ts'
import { freeSpace } from './cache/wipe.ts'
import type { Connectivity } from './offline/connectivity.ts'
import { createDrafts } from './offline/drafts.ts'
import { createDrainer, type Drainer } from './offline/drainer.ts'
import type { KeyValueStore } from './offline/idb.ts'
import { isCurrent, memberKey, openOutboxDatabase } from './offline/member.ts'
import { createOutbox, type Outbox } from './offline/outbox.ts'
import { createOutboxStore } from './offline/outbox-store.ts'
import { uuid } from './offline/uuid.ts'
import { askForSync } from './page/background-sync.ts'
import { joinOutboxChannel } from './page/channel.ts'
import { wakeOnPageEvents } from './page/wake-ups.ts'

export interface MemberLifeDeps {
  client: QueryClient
  connectivity: Connectivity
  device: KeyValueStore
  name: string
  generation: number
  signal: AbortSignal
}

export interface MemberLife {
  outbox: Outbox
  drainer: Drainer
}

/** Opens a member's outbox and keeps it draining for as long as the signal lives. */
export async function startMemberLife(deps: MemberLifeDeps): Promise<MemberLife> {
  const { client, device, name, generation, signal } = deps
  const store = openOutboxDatabase(device, name, generation)
  const announce = joinOutboxChannel(name, () => void outbox.reload().catch(warn), signal)
  const outbox = createOutbox({ store: createOutboxStore(store), now: Date.now, uuid, announce, freeSpace })
  signal.addEventListener('abort', () => store.close())
  connectOutbox(client, outbox, createDrafts(store))
  // A device that can't open its store (private mode) still shows the app; acts then say that they can't be kept.
  await outbox.reload().catch(warn)

  const drainer = createMemberDrainer(deps, outbox)
  drainOnDispatch(outbox, drainer, signal)
  followStatus(deps, { outbox, drainer })
  wakeOnPageEvents({
    drainer,
    connectivity: deps.connectivity,
    signal,
    onBack: () => void client.refetchQueries({ type: 'active' }),
  })
  return { outbox, drainer }
}

function createMemberDrainer({ client, device, name, generation, signal }: MemberLifeDeps, outbox: Outbox): Drainer {
  return createDrainer({
    outbox,
    actions,
    call: (endpoint, query, options) => call(endpoint, query, { ...options, signal }),
    now: Date.now,
    chance: Math.random,
    isCurrent: () => isCurrent(device, name, generation),
    whoami: () =>
      call(getSession, {}).then(
        ({ viewer }) => viewer,
        () => undefined,
      ),
    isMember: (viewer) => memberKey(viewer) === memberKey(name),
    signal,
    memberKey: memberKey(name),
    later: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    onPass: (acked) => {
      if (acked > 0) void client.refetchQueries({ type: 'active' })
    },
    onError: warn,
  })
}

/** A new act wakes the drain; where the network is away, the browser is asked to wake the worker later. */
function drainOnDispatch(outbox: Outbox, drainer: Drainer, signal: AbortSignal) {
  let lastSeq = outbox.snapshot().meta.seq
  const stop = outbox.subscribe(() => {
    const { seq } = outbox.snapshot().meta
    if (seq === lastSeq) return
    lastSeq = seq
    void drainer.wake()
    void askForSync()
  })
  signal.addEventListener('abort', stop)
}

/** What the status says of the session: ours goes on where it was paused, and its host can tell repeats apart. */
function followStatus({ client, name, signal }: MemberLifeDeps, { outbox, drainer }: MemberLife) {
  const hash = hashKey(statusQuery.queryKey)
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== hash) return
    const status = client.getQueryData(liveOptions(statusQuery).queryKey)?.answer
    if (!status?.viewer || memberKey(status.viewer) !== memberKey(name)) return
    void outbox.trustHost().catch(warn)
    if (outbox.snapshot().meta.paused !== undefined) void outbox.resume().then(() => drainer.wake(), warn)
  })
  signal.addEventListener('abort', stop)
}

const warn = (error: unknown) => console.warn('The outbox is in trouble.', error)
