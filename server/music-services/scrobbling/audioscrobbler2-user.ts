import { toPictures } from '#server/db/pictures.ts'
import { baseUrl } from '#server/http/base-url.ts'
import { countFeedback, findLovedTracks, listFeedback } from '#server/listening/loved/store.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { getWholeNumber, readPage } from './audioscrobbler2-params.ts'
import { toLovedTracksResponse, toRecentTracksResponse, toUserResponse } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { findPlaying } from './now-playing.ts'
import { openListens } from './read-back.ts'

async function getRecentTracks(call: MethodCall): Promise<LastfmValue> {
  const { db, now } = call.api
  const { memberId, memberName } = await findReader(call)
  const { page, perPage } = readPage(call.params)
  // Both bounds are inclusive, according to Last.fm: clients send the last known listen plus one
  // second as `from`.
  const [from, to] = ['from', 'to'].map((name) => getWholeNumber(call.params, name, { fallback: 0, max: 10 ** 11 }))
  const window = { after: from ? from - 1 : undefined, before: to ? to + 1 : undefined }
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
    url: `${base}/profile/${encodeURIComponent(memberName)}`,
    playcount: await (await openListens(call.api, memberId)).count(),
    joinedAt: joined_at,
    images: toImages(base, picture_url),
  })
}

function toImages(base: string, pictureUrl: string | null) {
  const { pfpsm, pfpmed, pfplg, pfpxl } = toPictures(pictureUrl)
  const absolute = (address: string) => (address === '' ? '' : new URL(address, base).href)
  return { small: absolute(pfpsm), medium: absolute(pfpmed), large: absolute(pfplg), extralarge: absolute(pfpxl) }
}

/** The methods `user.*`, by lower-case name. */
export const userMethods: Readonly<Record<string, Method>> = {
  'user.getrecenttracks': getRecentTracks,
  'user.getlovedtracks': getLovedTracks,
  'user.getinfo': getInfo,
}
