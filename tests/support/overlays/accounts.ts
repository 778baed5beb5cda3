import * as v from 'valibot'
import { type Blocked, getBlocks } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { getProfile, type UserProfile } from '#contract/accounts/user-profile.ts'
import { type Activity, getActivity } from '#contract/activity/activity.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { getNotificationSettings, type NotificationSettings } from '#contract/notifications/settings.ts'
import { editProfile, removePicture, setFollow } from '#src/accounts/actions.ts'
import { setBlock, setMute } from '#src/accounts/blocks/actions.ts'
import { blocksQuery } from '#src/accounts/blocks/queries.ts'
import type { Listed } from '#src/accounts/people/overlay.ts'
import { olderPeopleQuery, ownFollowingQuery, peopleQuery } from '#src/accounts/people/queries.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { markActivityRead } from '#src/activity/actions.ts'
import { activityQuery, olderActivityQuery } from '#src/activity/queries.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { setNotificationKind, setQuietHours } from '#src/notifications/actions.ts'
import { notificationSettingsQuery } from '#src/notifications/queries.ts'
import { type AnyLaw, effect, queryLaw } from './law.ts'

const ME = 'ada'
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

interface People {
  readonly people: Listed[]
  readonly total: number
}

const without = ({ people, total }: People, name: string): People => {
  const left = people.filter((person) => person.name !== name)
  return { people: left, total: total - people.length + left.length }
}

/** A follow adds `name` to a list, and its end removes it. */
const followed = (host: People, name: string, isFollowing: boolean, id: number): People => {
  if (!isFollowing) return without(host, name)
  if (host.people.some((person) => person.name === name)) return host
  return { people: [{ name, id }, ...host.people], total: host.total + 1 }
}

const follow = effect(
  setFollow,
  ({ pick }) => ({ user: ME, followee: pick('bo', 'dee'), isFollowing: pick(true, false) }),
  (host: People, { followee, isFollowing }, { id }) => followed(host, followee, isFollowing, id),
)
const followCy = effect(
  setFollow,
  ({ pick }) => ({ user: ME, followee: pick('cy', 'bo'), isFollowing: pick(true, false) }),
  (host: People, { followee, isFollowing }, { id }) => (followee === 'cy' ? followed(host, ME, isFollowing, id) : host),
)
const unfollow = effect(
  setFollow,
  () => ({ user: ME, followee: 'bo', isFollowing: false }),
  (host: People, { followee }) => without(host, followee),
)
const unfollowCy = effect(
  setFollow,
  () => ({ user: ME, followee: 'cy', isFollowing: false }),
  (host: People) => without(host, ME),
)
const blockEve = effect(
  setBlock,
  () => ({ user: ME, other: 'eve', isBlocked: true }),
  (host: People, { other }) => without(host, other),
)

const peopleLaw = (isHead: boolean, ...names: string[]) => ({
  host: { people: names.map((name, index): Listed => ({ name, id: 9 - index })), total: names.length },
  see: ({ people, total }: { people: readonly Listed[]; total: number | undefined }) => ({
    names: people.map(({ name }) => name).toSorted(),
    total: isHead ? total : undefined,
  }),
  toHost: ({ people, total = 0 }: { people: readonly Listed[]; total: number | undefined }) => ({
    people: [...people],
    total,
  }),
})
const pageLaw = (...names: string[]) => {
  const { host, see, toHost } = peopleLaw(false, ...names)
  return {
    host,
    see: (people: readonly Listed[]) => see({ people, total: undefined }),
    toHost: (people: readonly Listed[]) => toHost({ people, total: undefined }),
  }
}
const toPeople = (host: People) => host

const [parsed] = v.parse(getProfile.response, {
  userProfile: [{ id: 1, profile: ME, firstname: 'Ada', lastname: 'L', email: 'a@b.example', pfpsm: 's', pfpmed: 'm' }],
}).userProfile
if (parsed === undefined) throw new Error('The profile could not be read.')
const own: UserProfile = parsed
const toProfile = (profile: UserProfile | undefined) => ({ userProfile: profile ? [profile] : [] })
interface Shown {
  profile: UserProfile | undefined
  isBlocked: boolean
}

const hideProfile = effect(
  setBlock,
  () => ({ user: ME, other: 'bo', isBlocked: true }),
  (_profile: UserProfile | undefined): UserProfile | undefined => undefined,
)

const blockState = (blocks: readonly Blocked[], other: string, change: Partial<Blocked>) => {
  const known = blocks.find(({ username }) => username === other)
  const row: Blocked = { username: other, blocked: false, muted: false, pfpsm: '', ...known, ...change }
  return [...blocks.filter((each) => each !== known), row].filter(({ blocked, muted }) => blocked || muted)
}

type Entries = readonly Activity[]
const entries: Entries = v.parse(getActivity.response, {
  activity: [
    { id: 7, kind: 'follow', username: 'bo', timestamp: '2026-11-25T08:12:00.000Z', unread: true },
    { id: 6, kind: 'follow', username: 'cy', timestamp: '2026-11-25T08:12:00.000Z', unread: true },
    { id: 5, kind: 'like', username: 'eve', timestamp: '2026-11-25T08:12:00.000Z', unread: true },
  ],
}).activity
const activityLaw = {
  host: entries,
  effects: [
    effect(
      markActivityRead,
      ({ pick }) => ({ user: ME, upTo: pick(5, 6, 7) }),
      (rows: Entries, { upTo }) => rows.map((row) => (row.id <= upTo ? { ...row, unread: false } : row)),
    ),
    effect(
      setBlock,
      () => ({ user: ME, other: 'bo', isBlocked: true }),
      (rows: Entries) => rows.filter(({ username }) => username !== 'bo'),
    ),
    effect(
      setMute,
      () => ({ user: ME, other: 'eve', isMuted: true }),
      (rows: Entries) => rows.filter(({ username }) => username !== 'eve'),
    ),
  ],
  see: (rows: readonly (Activity | HiddenRow<string>)[]) => shownRows(rows),
  toHost: (rows: readonly (Activity | HiddenRow<string>)[]) => shownRows(rows),
}
const toActivity = (activity: Entries) => ({ activity: [...activity] })

const settings: NotificationSettings = v.parse(getNotificationSettings.response, {
  kinds: [
    { kind: 'like', is_on: true },
    { kind: 'message', is_on: false },
  ],
  devices: [],
})

export const accountLaws: readonly AnyLaw[] = [
  queryLaw('peopleQuery (following)', peopleQuery('following', ME), toPeople, {
    ...peopleLaw(true, 'bo', 'cy', 'eve'),
    effects: [follow, blockEve],
  }),
  queryLaw('peopleQuery (followers)', peopleQuery('followers', 'cy'), toPeople, {
    ...peopleLaw(true, 'bo', 'eve'),
    effects: [followCy, blockEve],
  }),
  queryLaw('olderPeopleQuery (following)', olderPeopleQuery('following', ME, 8), toPeople, {
    ...pageLaw('bo', 'cy', 'eve'),
    effects: [unfollow, blockEve],
  }),
  queryLaw('olderPeopleQuery (followers)', olderPeopleQuery('followers', 'cy', 8), toPeople, {
    ...pageLaw('bo', ME, 'eve'),
    effects: [unfollowCy, blockEve],
  }),
  queryLaw('ownFollowingQuery', ownFollowingQuery(ME), (names: readonly string[]) => names, {
    host: ['bo', 'cy'],
    effects: [
      effect(
        setFollow,
        ({ pick }) => ({ user: ME, followee: pick('Bo', 'Dee'), isFollowing: pick(true, false) }),
        (names, { followee, isFollowing }) => {
          const others = names.filter((name) => name !== nameKey(followee))
          return isFollowing ? [...others, nameKey(followee)] : others
        },
      ),
    ],
    see: ({ isFollowed }) => ['bo', 'cy', 'dee'].filter(isFollowed),
    toHost: ({ isFollowed }) => ['bo', 'cy', 'dee'].filter(isFollowed),
  }),
  queryLaw('profileQuery (own)', profileQuery(ME), toProfile, {
    host: own,
    effects: [
      effect(
        editProfile,
        ({ pick }) => ({
          user: ME,
          ...pick({ firstname: 'A' }, { firstname: 'B', lastname: 'C' }, { email: 'c@d.example' }),
        }),
        (profile, { user: _user, ...changes }) => profile && Object.assign({ ...profile }, changes),
      ),
      effect(
        removePicture,
        () => ({ user: ME }),
        (profile) => profile && { ...profile, pfpsm: '', pfpmed: '', pfplg: '', pfpxl: '' },
      ),
    ],
    see: (shown: Shown) => shown,
    toHost: ({ profile }: Shown) => profile,
  }),
  queryLaw('profileQuery (of a blocked member)', profileQuery('bo'), toProfile, {
    host: { ...own, profile: 'bo' },
    effects: [hideProfile],
    see: ({ profile, isBlocked }: Shown) => isBlocked || profile === undefined,
    toHost: ({ profile }: Shown) => profile,
  }),
  queryLaw('blocksQuery', blocksQuery(ME), (blocks: readonly Blocked[]) => ({ blocks: [...blocks] }), {
    host: v.parse(getBlocks.response, { blocks: [{ username: 'bo', blocked: true, muted: false }] }).blocks,
    effects: [
      effect(
        setBlock,
        ({ pick }) => ({ user: ME, other: pick('bo', 'cy'), isBlocked: pick(true, false) }),
        (blocks, { other, isBlocked }) => blockState(blocks, other, { blocked: isBlocked }),
      ),
      effect(
        setMute,
        ({ pick }) => ({ user: ME, other: pick('bo', 'cy'), isMuted: pick(true, false) }),
        (blocks, { other, isMuted }) => blockState(blocks, other, { muted: isMuted }),
      ),
    ],
    see: (blocks) => sorted(blocks ?? []),
    toHost: (blocks) => blocks ?? [],
  }),
  queryLaw('activityQuery', activityQuery(ME), toActivity, activityLaw),
  queryLaw('olderActivityQuery', olderActivityQuery(ME, '8'), toActivity, activityLaw),
  queryLaw('notificationSettingsQuery', notificationSettingsQuery(ME), (host: NotificationSettings) => host, {
    host: settings,
    effects: [
      effect(
        setNotificationKind,
        ({ pick }) => ({ user: ME, kind: pick<NotificationKind>('like', 'message'), isOn: pick(true, false) }),
        (host, { kind, isOn }) => ({
          ...host,
          kinds: host.kinds.map((row) => (row.kind === kind ? { ...row, is_on: isOn } : row)),
        }),
      ),
      effect(
        setQuietHours,
        ({ pick }) => ({ user: ME, hours: pick(null, { from: 60, to: 120, timeZone: 'UTC' }) }),
        (host, { hours }) => ({
          ...host,
          quiet_hours: hours && { from: hours.from, to: hours.to, time_zone: hours.timeZone },
        }),
      ),
    ],
    see: (shown) => shown,
    toHost: (shown, host) => shown ?? host,
  }),
]
