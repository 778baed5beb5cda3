import { listFollowing, PEOPLE_MAX } from '#server/accounts/index.ts'
import { toPictures } from '#server/db/pictures.ts'
import { baseUrl } from '#server/http/base-url.ts'
import { takeLimits } from '#server/http/limits.ts'
import { findTrackByName } from '#server/listening/catalogue/catalogue.ts'
import { countFeedback, findLovedTracks, listFeedback } from '#server/listening/loved/store.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { getWholeNumber, readNamedTrack, readPage } from './audioscrobbler2-params.ts'
import {
  toLovedTracksResponse,
  toPageAttributes,
  toRecentTracksResponse,
  toTrackScrobblesResponse,
  toUserResponse,
} from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { findPlaying } from './now-playing.ts'
import { openListens } from './read-back.ts'

async function getRecentTracks(call: MethodCall): Promise<LastfmValue> {
  const { db, now } = call.api
  const { memberId, memberName } = await findReader(call)
  const { page, perPage } = readPage(call.params)
  const window = readWindow(call, 'from', 'to')
  const own = await openListens(call.api, memberId)
  const listens = await own.list({ ...window, count: perPage, offset: (page - 1) * perPage })
  const isExtended = call.params.get('extended') === '1'
  const trackIds = listens.map((listen) => listen.trackId)
  return toRecentTracksResponse({
    user: memberName,
    page,
    perPage,
    listens,
    total: await own.count(window),
    playing: await findPlaying(db, memberId, memberId, now()),
    isExtended,
    loved: isExtended ? await findLovedTracks(db, memberId, trackIds) : new Set(),
  })
}

/**
 * Both bounds are inclusive, according to Last.fm: clients send the last known listen plus one second
 * as the first.
 */
function readWindow({ params }: MethodCall, ...names: readonly [from: string, to: string]) {
  const [from, to] = names.map((name) => getWholeNumber(params, name, { fallback: 0, max: 10 ** 11 }))
  return { after: from ? from - 1 : undefined, before: to ? to + 1 : undefined }
}

async function getLovedTracks(call: MethodCall): Promise<LastfmValue> {
  const { db } = call.api
  const { memberId, memberName } = await findReader(call)
  const { page, perPage } = readPage(call.params)
  const which = { score: 1, isTrack: true } as const
  const tracks = await listFeedback(db, memberId, { ...which, limit: perPage, offset: (page - 1) * perPage })
  return toLovedTracksResponse(
    { user: memberName, page, perPage, total: await countFeedback(db, memberId, which) },
    tracks,
  )
}

async function getTrackScrobbles(call: MethodCall): Promise<LastfmValue> {
  const { memberId, memberName } = await findReader(call)
  const { page, perPage } = readPage(call.params)
  const track = readNamedTrack(call.params)
  const range = readWindow(call, 'startTimestamp', 'endTimestamp')
  // Reads all listens in the window, as a chart does.
  await takeLimits(call.api, ['memberCharts'], { member: memberId }, call.api.now())
  const own = await openListens(call.api, memberId)
  const trackId = (await findTrackByName(call.api.db, track)) ?? 0
  const window = { ...range, trackId }
  const listens = await own.list({ ...window, count: perPage, offset: (page - 1) * perPage })
  return toTrackScrobblesResponse({ user: memberName, page, perPage, total: await own.count(window) }, listens)
}

/** Friends are the members that the member follows. */
async function getFriends(call: MethodCall): Promise<LastfmValue> {
  const { memberId, memberName } = await findReader(call)
  const { page, perPage } = readPage(call.params)
  const base = baseUrl(call.api, call.c)
  const limit = Math.min(page * perPage, PEOPLE_MAX)
  const { following, total } = await listFollowing(call.api.db, memberId, memberId, { limit })
  const user = following.slice((page - 1) * perPage).map(({ following: name, pfpsm, pfpmed }) => ({
    name,
    realname: '',
    url: toProfileUrl(base, name),
    country: '',
    subscriber: '0',
    type: 'user',
    image: [
      { size: 'small', '#text': toAbsolute(base, pfpsm) },
      { size: 'medium', '#text': toAbsolute(base, pfpmed) },
    ],
  }))
  return { friends: { user, '@attr': toPageAttributes({ user: memberName, page, perPage, total }) } }
}

const toProfileUrl = (base: string, name: string) => `${base}/profile/${encodeURIComponent(name)}`
const toAbsolute = (base: string, address = '') => (address === '' ? '' : new URL(address, base).href)

async function getInfo(call: MethodCall): Promise<LastfmValue> {
  const { memberId, memberName } = await findReader(call)
  const base = baseUrl(call.api, call.c)
  const { joined_at, picture_url } = await call.api.db
    .selectFrom('members')
    .select(['joined_at', 'picture_url'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return toUserResponse({
    name: memberName,
    url: toProfileUrl(base, memberName),
    playcount: await (await openListens(call.api, memberId)).count(),
    joinedAt: joined_at,
    images: toImages(base, picture_url),
  })
}

function toImages(base: string, pictureUrl: string | null) {
  const { pfpsm, pfpmed, pfplg, pfpxl } = toPictures(pictureUrl)
  const absolute = (address: string) => toAbsolute(base, address)
  return { small: absolute(pfpsm), medium: absolute(pfpmed), large: absolute(pfplg), extralarge: absolute(pfpxl) }
}

export const userMethods: Readonly<Record<string, Method>> = {
  'user.getrecenttracks': getRecentTracks,
  'user.getlovedtracks': getLovedTracks,
  'user.getinfo': getInfo,
  'user.gettrackscrobbles': getTrackScrobbles,
  'user.getfriends': getFriends,
}
