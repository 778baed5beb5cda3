import { isSameName, nameKey } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/profile.ts'
import { type Act, type Pending, pendingOver } from '#src/offline/outbox/pending.ts'
import { setFollow } from '../actions.ts'
import { withoutBlocked } from '../blocks/overlay.ts'

/** A member in a list of followers or followed. What a host of the spec alone does not say is left out. */
export interface Listed {
  name: string
  /** Cursor for what stands below. */
  id?: number | undefined
  swag?: number | undefined
  pfpsm?: string | undefined
  pfpmed?: string | undefined
}

/** People of a list, and how many there are in all where the host says so. */
export interface People {
  people: Listed[]
  total: number | undefined
}

/** Whom `user` follows, with what `user` did here and is not in the answer yet. Laid twice it is the same. */
export function overlayFollowing(user: string, answer: People, pending: Pending): People {
  const visible = withoutBlocked(answer.people, nameOf, pending)
  const follows = pendingFollows(pending)
  const isOwn = [...follows.values()].some((act) => isSameName(act.user, user))
  if (!isOwn) return changed(answer, visible)
  const kept = visible.filter((it) => follows.get(nameKey(it.name))?.isFollowing !== false)
  const known = new Set(visible.map((it) => nameKey(it.name)))
  const added = [...follows.values()]
    .filter((act) => act.isFollowing && !known.has(nameKey(act.followee)))
    .map((act): Listed => ({ name: act.followee }))
  return changed(answer, withoutBlocked([...added.toReversed(), ...kept], nameOf, pending))
}

/** Who follows `user`, with the follow or unfollow of this device's member. */
export function overlayFollowers(user: string, answer: People, pending: Pending): People {
  const visible = withoutBlocked(answer.people, nameOf, pending)
  const own = pendingFollows(pending).get(nameKey(user))
  if (!own) return changed(answer, visible)
  const isThere = visible.some((it) => isSameName(it.name, own.user))
  if (isThere === own.isFollowing) return changed(answer, visible)
  const others = visible.filter((it) => !isSameName(it.name, own.user))
  return changed(answer, own.isFollowing ? [{ name: own.user }, ...others] : others)
}

const nameOf = (it: Listed) => it.name

function changed(answer: People, people: Listed[]): People {
  const difference = people.length - answer.people.length
  return { people, total: answer.total === undefined ? undefined : Math.max(0, answer.total + difference) }
}

/** Whether the member follows somebody, by the keys of their names. */
interface FollowState {
  isFollowed: (name: string) => boolean
  /** An act on it that has not reached the server. */
  isWaiting: (name: string) => boolean
}

/**
 * Whom the member follows, with what was done here. The spec: where following or unfollowing fails, the state is not
 * following; a refused act stands for that until it is tried again or thrown away.
 */
export function overlayFollowState(followed: readonly string[], pending: Pending): FollowState {
  const keys = new Set(followed)
  const follows = pendingFollows(pending)
  const failed = new Set(pending.parked(setFollow).map((act) => nameKey(act.followee)))
  return {
    isFollowed: (name) => {
      const key = nameKey(name)
      return follows.get(key)?.isFollowing ?? (!failed.has(key) && keys.has(key))
    },
    isWaiting: (name) => isUnconfirmed(follows.get(nameKey(name))),
  }
}

/** Whom the member follows by what was done here alone: for where the list was never answered. */
export const followsDoneHere = (outbox: Parameters<typeof pendingOver>[0]) =>
  overlayFollowState([], pendingOver(outbox, 0))

/** Profiles that a search found, without those blocked here. */
export const overlayFound = (found: readonly UserProfile[], pending: Pending): UserProfile[] =>
  withoutBlocked(found, (it) => it.profile, pending)

/** The last pending follow or unfollow of each member, by the key of the name. */
const pendingFollows = (pending: Pending): ReadonlyMap<string, Act<typeof setFollow>> =>
  new Map(pending.of(setFollow).map((act) => [nameKey(act.followee), act]))

const isUnconfirmed = (act: Act<typeof setFollow> | undefined) => act !== undefined && act.entry.status !== 'acked'
