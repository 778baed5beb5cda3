import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { createCall } from '#src/api/call.ts'
import { overlayFeed } from '#src/broadcasts/overlay.ts'
import { createDrainer } from '#src/offline/drain/drainer.ts'
import { onNewsOf } from '#src/offline/outbox/news.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { actions } from './actions.ts'
import type { Device } from './device.ts'
import type { Monitor } from './monitor.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server } from './server.ts'

export type Tab = ReturnType<typeof openTab>

/** What a tab finds around it. */
export interface Surroundings {
  scheduler: Scheduler
  random: Random
  server: Server
  device: Device
  network: Network
  monitor: Monitor
  isSpecOnly: boolean
  /** Who is signed in here, as the device's record says. */
  record: { name: string | null; generation: number }
  /** Whose session the browser's cookie is. */
  cookie: { session: string | null }
  uuid: () => string
  /** Whether a request would fail now, more likely than not. */
  isDisturbed: () => boolean
  pollMs: () => number
  freeSpace: () => void
  announce: (from: object) => void
  oldestAnswer: (member: string) => number
}

/** What get-broadcasts answered, and what this device had sent when it was asked. */
interface Held {
  askedAtRev: number
  feed: Broadcast[]
}

/** A page or the worker: the shipped outbox and drainer, wired as the app wires them. */
export function openTab(world: Surroundings, member: string, kind: 'page' | 'worker') {
  const { scheduler, random, device, record } = world
  const generation = record.generation
  const ending = new AbortController()
  let isAlive = true
  let isReachable = true
  let held: Held | undefined
  const holder = { isAlive: () => isAlive }

  /** A promise that only a living tab sees resolved. */
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
  const drainer = createDrainer({
    outbox,
    actions,
    call: createCall({
      fetch: world.network({
        isAlive: () => isAlive,
        left: (client_id) => world.monitor.left(tab, client_id),
        ended: (client_id, isAnswered) => world.monitor.ended(tab, client_id, isAnswered),
      }),
      host: '',
      now: device.now,
      timeout: (ms) => {
        const controller = new AbortController()
        scheduler.after(ms, () => controller.abort())
        return controller.signal
      },
    }),
    now: device.now,
    chance: random.next,
    isCurrent: () => soon(isCurrent),
    whoami: () => soon(() => (world.isDisturbed() ? undefined : world.cookie.session)),
    reach: () => soon(() => !world.isDisturbed()),
    isMember: (name) => name === member,
    signal: ending.signal,
    memberKey: member,
    later: (ms, callback) => (kind === 'worker' ? () => {} : scheduler.after(ms, () => isAlive && callback())),
    onError: (error) => world.monitor.storeFailed(error),
    lock: device.lockOf(holder),
  })

  if (kind === 'page') onNewsOf(outbox, () => void drainer.wake())
  /** Where the store can't be read now, a pass does it, which is taken up again until it can. */
  const reload = () =>
    outbox.reload().catch((error: unknown) => {
      world.monitor.storeFailed(error)
      if (kind === 'page') void drainer.wake()
    })

  /** What the app's status poll does: the host's word that the session is ours ends a pause; being back wakes. */
  const poll = () => {
    if (!isAlive) return
    scheduler.after(world.pollMs(), poll)
    const wasReachable = isReachable
    isReachable = !world.isDisturbed()
    if (!isReachable || world.cookie.session !== member) return
    const quiet = (error: unknown) => world.monitor.storeFailed(error)
    if (!world.isSpecOnly) outbox.trustHost().catch(quiet)
    if (outbox.snapshot().meta.paused !== undefined) outbox.resume().catch(quiet)
    else if (!wasReachable) void drainer.wakeOnReturn()
  }

  const askFeed = (onAnswer: () => void) => {
    const askedAtRev = outbox.snapshot().meta.rev
    scheduler.after(random.between(5, 200), () => {
      const feed = world.server.feed(member).map(asBroadcast)
      scheduler.after(random.between(5, 200), () => {
        if (!isAlive) return
        held = { askedAtRev, feed }
        // As draining.ts does.
        if (feed.some((row) => row.isLiked))
          outbox.trustResponses().catch((error: unknown) => world.monitor.storeFailed(error))
        const oldest = world.oldestAnswer(member)
        if (random.percent(50))
          outbox.prune(() => oldest).then(onAnswer, (error: unknown) => world.monitor.storeFailed(error))
        else onAnswer()
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
    askFeed,
    reload,
    askedAtRev: () => held?.askedAtRev,
    /** What the person sees of the feed; undefined before an answer came. */
    view: () => held && overlayFeed(held.feed, pendingOver(outbox.snapshot(), held.askedAtRev)),
    start: () => {
      void reload().then(() => drainer.wake({ ignoreBackoff: kind === 'worker' }))
      if (kind === 'page') scheduler.after(world.pollMs(), poll)
    },
    /** Killed where it stands. */
    kill: () => {
      isAlive = false
      world.monitor.died(tab)
      device.died()
    },
    /** Ended in order: requests aborted, stores closed. */
    end: () => {
      ending.abort()
      tab.kill()
    },
  }
  return tab
}

/** As the server sends it, but for what no check looks at. Others' likes are three. */
function asBroadcast(it: { id: number; author: string; client_id: string | undefined; isLiked: boolean }): Broadcast {
  const none = { user_pfp_sm: '', user_pfp_med: '', user_pfp_lg: '', user_pfp_xl: '', track_url: '', timestamp: '' }
  const track = { title: '', body: '', type: 'Track', relatedid: null, track: undefined, artist: undefined }
  return { ...none, ...track, ...it, user: it.author, likes: 3 + Number(it.isLiked) }
}
