import { getLikes } from '#contract/broadcasts/broadcasts.ts'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { getStatus } from '#contract/status/status.ts'
import { createCall } from '#src/api/call.ts'
import { overlayFeed } from '#src/broadcasts/overlay.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { createDrainer, type Drainer } from '#src/offline/drain/drainer.ts'
import { reachBy, whoamiBy } from '#src/offline/drain/host.ts'
import { startProbe } from '#src/offline/drain/probe.ts'
import { wakeOnConnection } from '#src/offline/drain/wake-on-connection.ts'
import { onOutboxNews } from '#src/offline/outbox/news.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { pendingOver, type Requested } from '#src/offline/outbox/pending.ts'
import { actions } from './actions.ts'
import type { Device } from './device.ts'
import type { Monitor } from './monitor.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server } from './server.ts'

export type Tab = ReturnType<typeof openTab>

/** A tab's environment. */
export interface Surroundings {
  scheduler: Scheduler
  random: Random
  server: Server
  device: Device
  network: Network
  monitor: Monitor
  isSpecOnly: boolean
  /** The member signed in on this device, from the device's record. */
  record: { name: string | null; generation: number }
  /** The member of the browser's session cookie. */
  cookie: { session: string | null }
  uuid: () => string
  pollMs: () => number
  freeSpace: () => void
  announce: (from: object) => void
  oldestResponse: (member: string) => number
}

/** A response from get-broadcasts with its request's time. */
interface Held extends Requested {
  feed: Broadcast[]
}

/** Opens a page or the worker: the shipped outbox and drainer, connected as in the app. */
export function openTab(world: Surroundings, member: string, kind: 'page' | 'worker') {
  const { scheduler, random, device, record } = world
  const generation = record.generation
  const ending = new AbortController()
  let isAlive = true
  let held: Held | undefined
  const holder = { isAlive: () => isAlive }

  /** Returns a promise that only a living tab sees resolved. */
  const soon = <T>(give: () => T) =>
    new Promise<T>((resolve) => {
      scheduler.after(random.between(1, 30), () => isAlive && resolve(give()))
    })
  const isCurrent = () => record.name === member && record.generation === generation

  const outbox = createOutbox({
    store: device.storeOf(member, holder),
    now: device.now,
    uuid: world.uuid,
    announce: () => world.announce(tab),
    freeSpace: () => soon(world.freeSpace),
  })
  const later = (ms: number, callback: () => void) => scheduler.after(ms, () => isAlive && callback())
  const connectivity = createConnectivity({ now: scheduler.now, isNavigatorOnline: () => true, later })
  const call = createCall({
    fetch: world.network({
      isAlive: () => isAlive,
      // A page's reads are not the outbox's.
      left: (client_id) => client_id !== '' && world.monitor.left(tab, client_id),
      ended: (client_id, isAnswered) => client_id !== '' && world.monitor.ended(tab, client_id, isAnswered),
    }),
    host: '',
    now: device.now,
    watcher: connectivity,
    timeout: (ms) => {
      const controller = new AbortController()
      scheduler.after(ms, () => controller.abort())
      return controller.signal
    },
  })
  const created = createDrainer({
    outbox,
    actions,
    call,
    now: device.now,
    chance: random.next,
    isCurrent: () => soon(isCurrent),
    whoami: whoamiBy(call, member),
    reach: reachBy(call),
    isMember: (name) => name === member,
    signal: ending.signal,
    memberKey: member,
    later: (ms, callback) => (kind === 'worker' ? () => {} : later(ms, callback)),
    onError: (error) => world.monitor.storeFailed(error),
    lock: device.lockOf(holder),
  })
  const drainer: Drainer = {
    ...created,
    wakeOnReturn: () => {
      world.monitor.returned()
      return created.wakeOnReturn()
    },
  }
  const read = <E extends Endpoint>(endpoint: E, query: Query<E>) => ({
    path: endpoint.path,
    send: () => call(endpoint, query, { timeoutMs: 5000 }).catch(() => undefined),
  })
  if (kind === 'page') {
    onOutboxNews(outbox, () => void drainer.wake())
    wakeOnConnection({ drainer, connectivity, onBack: () => {}, signal: ending.signal })
    const like = read(getLikes, { user: member, relatedid: 1, relatedtype: 'Broadcast' })
    startProbe({ connectivity, reads: [read(getStatus, {}), like], mayTry: () => isAlive, later })
  }
  /** Reads the store; if that fails, a pass rereads it and retries until it can. */
  const reload = () =>
    outbox.reload().catch((error: unknown) => {
      world.monitor.storeFailed(error)
      if (kind === 'page') void drainer.wake()
    })

  /**
   * Polls the status as the app does: the host's session confirmation ends a pause. Its requests'
   * outcomes tell when the connection is back.
   */
  const poll = () => {
    if (!isAlive) return
    scheduler.after(world.pollMs(), poll)
    const quiet = (error: unknown) => world.monitor.storeFailed(error)
    const onResponse = ({ viewer }: { viewer: string | null }) => {
      if (!isAlive || viewer !== member) return
      if (!world.isSpecOnly) outbox.trustHost().catch(quiet)
      if (outbox.snapshot().meta.paused !== undefined) outbox.resume().catch(quiet)
    }
    void call(getStatus, {}).then(onResponse, () => undefined)
  }

  const requestFeed = (onResponse: () => void) => {
    const requests = { requestedAtRev: outbox.snapshot().meta.rev, requestedAt: device.now() }
    scheduler.after(random.between(5, 200), () => {
      const feed = world.server.feed(member).map(asBroadcast)
      scheduler.after(random.between(5, 200), () => {
        if (!isAlive) return
        held = { ...requests, receivedAt: device.now(), feed }
        const oldest = world.oldestResponse(member)
        if (random.percent(50))
          outbox.prune(() => oldest).then(onResponse, (error: unknown) => world.monitor.storeFailed(error))
        else onResponse()
      })
    })
  }

  const tab = {
    kind,
    member,
    outbox,
    drainer,
    holder,
    isAlive: () => isAlive,
    askFeed: requestFeed,
    reload,
    requestedAtRev: () => held?.requestedAtRev,
    /** Returns the feed as shown to the user; undefined before the first response. */
    view: () => held && shownRows(overlayFeed(held.feed, pendingOver(outbox.snapshot(), held))),
    start: () => {
      void reload().then(() => drainer.wake({ ignoreBackoff: kind === 'worker' }))
      if (kind === 'page') scheduler.after(world.pollMs(), poll)
    },
    kill: () => {
      isAlive = false
      world.monitor.died(tab)
      device.died()
    },
    /** Ends it in order: requests aborted, stores closed. */
    end: () => {
      ending.abort()
      tab.kill()
    },
  }
  return tab
}

/**
 * Returns a broadcast as the server sends it, except for fields that no check reads. Three likes
 * are by other members.
 */
function asBroadcast(it: { id: number; author: string; client_id: string | undefined; isLiked: boolean }): Broadcast {
  const none = { user_pfp_sm: '', user_pfp_med: '', user_pfp_lg: '', user_pfp_xl: '', track_url: '', timestamp: '' }
  const track = { title: '', body: '', type: 'Track', relatedid: null, track: undefined, artist: undefined }
  return { ...none, ...track, ...it, user: it.author, likes: 3 + Number(it.isLiked), edited: false }
}
