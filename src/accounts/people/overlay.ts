import { isSameName, nameKey } from '#contract/accounts/names.ts'
import { NEVER, type PendingAction, type PendingOf, pendingOver } from '#src/offline/outbox/pending.ts'
import { setFollow } from '../actions.ts'
import { blockReads, withoutBlocked } from '../blocks/overlay.ts'

export const peopleListReads = [setFollow, ...blockReads] as const
export const followReads = [setFollow] as const
type Follows = PendingOf<typeof followReads>

/** Fields that a host without our additions omits are optional. */
export interface Listed {
  name: string
  /** Cursor for the page below this member. */
  id?: number | undefined
  swag?: number | undefined
  pfpsm?: string | undefined
  pfpmed?: string | undefined
}

/** A list's people, with their total number if the host returns it. */
export interface People {
  people: Listed[]
  total: number | undefined
}

/** Returns the members that `user` follows, with `user`'s pending actions. Idempotent. */
export function overlayFollowing(user: string, response: People, pending: PendingOf<typeof peopleListReads>): People {
  const visible = withoutBlocked(response.people, nameOf, pending)
  const follows = pendingFollows(pending)
  const isOwn = [...follows.values()].some((action) => isSameName(action.user, user))
  if (!isOwn) return changed(response, visible)
  const remaining = visible.filter((follow) => follows.get(nameKey(follow.name))?.isFollowing !== false)
  const known = new Set(visible.map((follow) => nameKey(follow.name)))
  const added = [...follows.values()]
    .filter((action) => action.isFollowing && !known.has(nameKey(action.followee)))
    .map((action): Listed => ({ name: action.followee }))
  return changed(response, withoutBlocked([...added.toReversed(), ...remaining], nameOf, pending))
}

/** Returns the followers of `user`, with the pending follow or unfollow of this device's member. */
export function overlayFollowers(user: string, response: People, pending: PendingOf<typeof peopleListReads>): People {
  const visible = withoutBlocked(response.people, nameOf, pending)
  const own = pendingFollows(pending).get(nameKey(user))
  if (!own) return changed(response, visible)
  const isThere = visible.some((follow) => isSameName(follow.name, own.user))
  if (isThere === own.isFollowing) return changed(response, visible)
  const others = visible.filter((follow) => !isSameName(follow.name, own.user))
  return changed(response, own.isFollowing ? [{ name: own.user }, ...others] : others)
}

const nameOf = (it: Listed) => it.name

function changed(response: People, people: Listed[]): People {
  const difference = people.length - response.people.length
  return { people, total: response.total === undefined ? undefined : Math.max(0, response.total + difference) }
}

interface FollowState {
  isFollowed: (name: string) => boolean
  /** Whether an action on it has not reached the server. */
  isWaiting: (name: string) => boolean
}

/** Returns the followed members with pending actions. A refused action means not following (spec). */
export function overlayFollowState(followed: readonly string[], pending: Follows): FollowState {
  const keys = new Set(followed)
  const follows = pendingFollows(pending)
  const failed = new Set(pending.parked(setFollow).map((action) => nameKey(action.followee)))
  return {
    isFollowed: (name) => {
      const key = nameKey(name)
      return follows.get(key)?.isFollowing ?? (!failed.has(key) && keys.has(key))
    },
    isWaiting: (name) => isUnconfirmed(follows.get(nameKey(name))),
  }
}

/** Returns the members followed by pending actions alone, for use without the list. */
export const followsDoneHere = (outbox: Parameters<typeof pendingOver>[0]) =>
  overlayFollowState([], pendingOver(outbox, NEVER))

/** Each member's last pending follow or unfollow, by name key. */
const pendingFollows = (pending: Follows): ReadonlyMap<string, PendingAction<typeof setFollow>> =>
  new Map(pending.of(setFollow).map((action) => [nameKey(action.followee), action]))

const isUnconfirmed = (action: PendingAction<typeof setFollow> | undefined) =>
  action !== undefined && action.entry.status !== 'acked'
