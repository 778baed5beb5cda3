import { containsInOrder, nameKey } from '#contract/accounts/names.ts'
import { getFollowers, getFollowing } from '#contract/accounts/people.ts'
import { getProfile, getUsers, type UserProfile } from '#contract/accounts/user-profile.ts'
import { lastCursor } from '#contract/page.ts'
import { type Exchanged, exchange, mapResponse, poll } from '#src/api/call.ts'
import { liveQuery, type ReadOptions } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { blockReads, withoutBlocked } from '../blocks/overlay.ts'
import { isUnknownMember } from '../queries.ts'
import {
  followReads,
  overlayFollowers,
  overlayFollowing,
  overlayFollowState,
  type People,
  peopleListReads,
} from './overlay.ts'

/**
 * The members that match a term, best first; empty if there are none. `profile` is
 * `/api/user/profile?partial=true`, `users` is `/api/user/get-users`.
 */
export const searchQuery = (by: 'profile' | 'users', term: string) =>
  liveQuery({
    queryKey: ['accounts', 'search', by, nameKey(term)],
    fetch: (options) =>
      by === 'profile' ? requestProfiles(term, options) : poll(getUsers, { search_term: term }, options),
    overlay: overlayResponse,
    reads: blockReads,
  })

/** Suggestions while typing: names with the term, else those with its letters in order. */
export const suggestionsQuery = (term: string) =>
  liveQuery({
    queryKey: ['accounts', 'suggestions', nameKey(term)],
    fetch: ({ signal }) => requestForgivingly(term, signal),
    overlay: overlayResponse,
    reads: blockReads,
    isFleeting: true,
    isRequestedOnce: true,
  })

type FoundResponse = { userProfile: UserProfile[] }
const overlayResponse = ({ userProfile }: FoundResponse, pending: PendingOf<typeof blockReads>) =>
  withoutBlocked(userProfile, ({ profile }) => profile, pending)

const requestUsers = (term: string, signal: AbortSignal) => exchange(getUsers, { search_term: term }, { signal })

/** Requests profiles by name. No such member is no result. */
async function requestProfiles(term: string, options: ReadOptions) {
  try {
    return await poll(getProfile, { user: term, partial: 'true' }, options)
  } catch (error) {
    if (!isUnknownMember(error)) throw error
    return { response: { userProfile: [] }, etag: undefined }
  }
}

const SHORTEST_FORGIVEN = 3
const SURE_LETTERS = 2

/** A host finds names that contain the term; without a match, the rest of the letters is matched here. */
async function requestForgivingly(term: string, signal: AbortSignal) {
  const found = await requestUsers(term, signal)
  const letters = Array.from(term)
  if (found.response.userProfile.length > 0 || letters.length < SHORTEST_FORGIVEN) return found
  const near = await requestUsers(letters.slice(0, SURE_LETTERS).join(''), signal)
  return {
    ...near,
    response: { userProfile: near.response.userProfile.filter((person) => containsInOrder(person.profile, term)) },
  }
}

export type PeopleList = 'followers' | 'following'

/** People per page: the first page, and each one below it. */
const HEAD_LIMIT = 100
const OLDER_LIMIT = 500

export const peopleQuery = (list: PeopleList, user: string) =>
  liveQuery({
    queryKey: ['accounts', list, nameKey(user)],
    fetch: (options) => requestPeople(list, { user, limit: HEAD_LIMIT }, options),
    overlay: (people: People, pending) => lay[list](user, people, pending),
    reads: peopleListReads,
  })

/** The people below `before`. The overlay only removes those unfollowed or blocked. */
export const olderPeopleQuery = (list: PeopleList, user: string, before: number) =>
  liveQuery({
    queryKey: ['accounts', list, nameKey(user), before],
    fetch: (options) => requestPeople(list, { user, limit: OLDER_LIMIT, before }, options),
    reads: peopleListReads,
    overlay: ({ people }: People, pending) => {
      const known = new Set(people)
      return lay[list](user, { people, total: undefined }, pending).people.filter((person) => known.has(person))
    },
    isFleeting: true,
    isImmutable: true,
  })

const lay = { followers: overlayFollowers, following: overlayFollowing }

type PageOf = { user: string; limit: number; before?: number }

async function requestPeople(list: PeopleList, page: PageOf, options: ReadOptions) {
  if (list === 'followers')
    return mapResponse(await poll(getFollowers, page, options), ({ followers, total }): People => {
      return { people: followers.map(({ follower: name, ...more }) => ({ name, ...more })), total }
    })
  return mapResponse(await poll(getFollowing, page, options), ({ following, total }): People => {
    return { people: following.map(({ following: name, ...more }) => ({ name, ...more })), total }
  })
}

const ALL_LIMIT = 1000
/** Beyond this page count, followed members appear as not followed. */
const MOST_PAGES = 10

/** All members that the user follows, for the button on any profile. */
export const ownFollowingQuery = (member: string) =>
  liveQuery({
    queryKey: ['accounts', 'own-following', nameKey(member)],
    fetch: ({ signal }) => requestAllFollowed(member, signal),
    overlay: overlayFollowState,
    reads: followReads,
  })

async function requestAllFollowed(user: string, signal: AbortSignal): Promise<Exchanged<readonly string[]>> {
  const names = new Set<string>()
  let before: number | undefined
  for (let page = 1; ; page++) {
    const { response } = await exchange(getFollowing, { user, limit: ALL_LIMIT, before }, { signal })
    const known = names.size
    for (const { following } of response.following) names.add(nameKey(following))
    before = lastCursor(response.following)
    const isEnd = before === undefined || names.size === known || response.following.length < ALL_LIMIT
    if (isEnd || page === MOST_PAGES) return { response: [...names], etag: undefined }
  }
}
