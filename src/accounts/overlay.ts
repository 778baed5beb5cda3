import type { Follower, Following } from '#contract/accounts.ts'
import { isSameName, nameKey } from '#contract/names.ts'
import type { Pending } from '#src/offline/pending.ts'
import { follow, unfollow } from './actions.ts'

/** People of a list, and how many there are in all where the host says so. */
export interface People<P> {
  people: P[]
  total: number | undefined
}

/** Whom `user` follows, with what `user` did here and is not in the answer yet. Laid twice it is the same. */
export function overlayFollowing(user: string, answer: People<Following>, pending: Pending): People<Following> {
  const wishes = lastWishes(pending)
  const isOwn = [...wishes.values()].some((wish) => isSameName(wish.user, user))
  if (!isOwn) return answer
  const kept = answer.people.filter((it) => wishes.get(nameKey(it.following))?.isFollowing !== false)
  const known = new Set(answer.people.map((it) => nameKey(it.following)))
  const added = [...wishes.values()]
    .filter((wish) => wish.isFollowing && !known.has(nameKey(wish.followee)))
    .map((wish): Following => ({ following: wish.followee }))
  return changed(answer, [...added.toReversed(), ...kept])
}

/** Who follows `user`, with the follow or unfollow of this device's member. */
export function overlayFollowers(user: string, answer: People<Follower>, pending: Pending): People<Follower> {
  const wish = lastWishes(pending).get(nameKey(user))
  if (!wish) return answer
  const isThere = answer.people.some((it) => isSameName(it.follower, wish.user))
  if (isThere === wish.isFollowing) return answer
  const others = answer.people.filter((it) => !isSameName(it.follower, wish.user))
  return changed(answer, wish.isFollowing ? [{ follower: wish.user }, ...others] : others)
}

function changed<P>(answer: People<P>, people: P[]): People<P> {
  const difference = people.length - answer.people.length
  return { people, total: answer.total === undefined ? undefined : Math.max(0, answer.total + difference) }
}

interface Wish {
  user: string
  followee: string
  isFollowing: boolean
}

/** The last word on each member; across both actions `seq` decides. */
function lastWishes(pending: Pending): Map<string, Wish> {
  const acts = [
    ...pending.of(follow).map((it) => ({ ...it, isFollowing: true })),
    ...pending.of(unfollow).map((it) => ({ ...it, isFollowing: false })),
  ].sort((a, b) => a.entry.seq - b.entry.seq)
  return new Map(acts.map(({ user, followee, isFollowing }) => [nameKey(followee), { user, followee, isFollowing }]))
}
