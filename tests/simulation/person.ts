import * as broadcasts from '#src/broadcasts/senders.ts'
import { NotStored } from '#src/offline/device/not-stored.ts'
import type { AnySender } from '#src/offline/outbox/action.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { formerLike, formerUnlike, message, rate, startSwap } from './actions.ts'
import { type Act, wantsLike } from './monitor.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

const POISONS = ['400 bad_input', '404 not_found', '409 swap_order', '403 not_yours', '413', '414', '422', '403']

interface Deed {
  action: AnySender
  args: Record<string, unknown>
  holdMs?: number
}

function deedOf({ random, server, word }: World, user: string): Deed {
  const dice = random.between(1, 100)
  const broadcastId = random.between(1, 2)
  if (dice <= 8) return { action: random.percent(55) ? formerLike : formerUnlike, args: { user, broadcastId } }
  if (dice <= 45) return { action: broadcasts.setLike, args: { user, broadcastId, isLiked: random.percent(55) } }
  if (dice <= 70) {
    const text = random.percent(12) ? `poison ${random.pick(POISONS)}` : word()
    return { action: message, args: { user, to: random.pick(['bea', 'cy']), text } }
  }
  if (dice <= 80)
    return {
      action: broadcasts.share,
      args: { user, title: word(), trackId: 7, track: 'T', artist: 'A', url: '' },
    }
  if (dice <= 88) return { action: rate, args: { user, swapId: random.between(1, 2), reaction: random.between(1, 5) } }
  if (dice <= 94) return { action: startSwap, args: { user, with: 'bea', trackId: 7 } }
  const own = server.feed(user).filter((post) => post.author === user)
  const victim = own.length > 0 ? random.pick(own).id : 1
  return { action: broadcasts.removeBroadcast, args: { user, broadcastId: victim, title: '' }, holdMs: 5000 }
}

/** Does something in a tab as a user would: creates, undoes, discards or retries an action. */
export function act(world: World, tab: Tab) {
  const { random, scheduler } = world
  const parked = tab.outbox.snapshot().entries.filter((entry) => entry.status === 'parked')
  if (parked.length > 0 && random.percent(40)) return tend(world, tab, random.pick(parked))
  const waiting = tab.outbox.snapshot().entries.filter((entry) => entry.status === 'waiting')
  if (waiting.length > 0 && random.percent(15)) return sendNow(world, tab, random.pick(waiting))
  const { action, args, holdMs } = deedOf(world, tab.member)
  const options = holdMs === undefined ? {} : { holdMs }
  void tab.outbox.dispatch(action, args, options).then(
    (entry) => {
      world.monitor.kept(entry.client_id)
      watchView(world, tab)
      if (holdMs !== undefined && random.percent(40))
        scheduler.after(random.between(100, 6000), () => {
          if (tab.isAlive()) takeBack(world, tab, entry)
        })
    },
    (error: unknown) => {
      if (!(error instanceof NotStored)) world.monitor.broken('I1', `dispatch failed otherwise: ${String(error)}`)
    },
  )
}

const quietly = (world: World) => (error: unknown) => world.monitor.storeFailed(error)

function takeBack(world: World, tab: Tab, entry: Entry) {
  world.monitor.discards(entry.client_id)
  tab.outbox.discard(entry).catch(quietly(world))
}

function sendNow(world: World, tab: Tab, { client_id }: Entry) {
  world.monitor.demands(client_id)
  void tab.drainer.wake({ urgent: [client_id] })
}

function tend(world: World, tab: Tab, entry: Entry) {
  if (world.random.percent(30)) return takeBack(world, tab, entry)
  world.monitor.demands(entry.client_id)
  tab.outbox.retry(entry).catch(quietly(world))
}

/**
 * Checks that the screen shows the last action on this device: liked or not, counted once; a share
 * exactly once. Where another tab has done something later that this one has not received, the feed
 * may show either.
 */
export function watchView(world: World, tab: Tab) {
  const feed = tab.view()
  if (!feed) return
  const { entries } = tab.outbox.snapshot()
  const disk = world.device.peek(tab.member).entries
  const hasHeard = disk.every((stored) => entries.some((mine) => mine.client_id === stored.client_id))
  // An unlike's late copy wins on a host without deduplication, and the device cannot know it.
  const mayDiffer = world.isSpecOnly && world.faultsMet.has('hangs, executed late')
  for (const item of feed.filter(({ id }) => id === 1 || id === 2)) {
    if (!mayDiffer && item.likes !== 3 + Number(item.isLiked))
      world.monitor.broken('I13', `${item.likes} likes, isLiked ${item.isLiked}`)
    const last = lastLike(world, tab.member, item.id)
    if (last && hasHeard && !world.isSpecOnly && item.isLiked !== wantsLike(last))
      world.monitor.broken('I13', `${last.action} ${last.client_id} is not seen`)
  }
  for (const entry of entries) {
    if (entry.action !== 'broadcasts.share' || entry.status === 'parked') continue
    const times = feed.filter((post) => post.client_id === entry.client_id || post.id === entry.madeId).length
    const isDeleted = entries.some((candidate) => candidate.action === 'broadcasts.delete')
    if (times > 1 || (times === 0 && !isDeleted && entry.status !== 'acked'))
      world.monitor.broken('I13', `a share is seen ${times} times`)
  }
}

/**
 * Returns a member's last like or unlike for a broadcast; undefined if one was parked, dropped or
 * discarded.
 */
function lastLike({ monitor }: World, member: string, broadcast: number): Act | undefined {
  const acts = [...monitor.acts.values()].filter((act) => act.member === member && act.lane === `like:${broadcast}`)
  const isPlain = acts.every((act) => !act.wasParked && !act.isDropped && !act.isRetry && act.gone !== 'discarded')
  return isPlain
    ? acts
        .filter((act) => act.gone !== 'replaced')
        .toSorted((a, b) => a.seq - b.seq)
        .at(-1)
    : undefined
}
