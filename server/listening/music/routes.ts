import {
  getAlbumDetails,
  getArtistMusic,
  getPlaysByMonth,
  getPopularMusic,
  getTrackDetails,
  rejectTrackLink,
  searchMusic,
} from '#contract/listening/music.ts'
import { LIBRARY, toLibrarySongPath, toLibraryTrackId } from '#contract/listening/music-library.ts'
import { type ServiceTrack, toTrackAddress, trackServices } from '#contract/listening/track-services.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { addCredits } from '../catalogue/add-credits.ts'
import { findArtist, findMainTrack } from '../catalogue/catalogue.ts'
import { trackUrl } from '../catalogue/track-url.ts'
import { addCovers } from '../covers/add-covers.ts'
import { addTrackLinks } from '../links/add-links.ts'
import { findPlayingLinks, type LinkReader, listTrackLinks } from '../links/read-track-links.ts'
import { setLinkRejected } from '../links/reject-links.ts'
import { queueOpenedTrack } from '../links/track-lookups.ts'
import { isServed } from '../listens/served-by.ts'
import { findTimeZone, toDayInZone } from '../time-zone.ts'
import { type CommunityChart, type CommunityKey, readCommunityChart } from './community-charts.ts'
import { findMusicByWords } from './search.ts'
import {
  countOwnPlays,
  findMusic,
  isBroadcastToVisitors,
  isShared,
  isTrackOpenTo,
  listListeners,
  listPlaysByMonth,
  listPopularArtists,
  toMusicItems,
} from './store.ts'

const TRACKS_OF_POPULAR_ARTIST = 2

const NO_AUDIENCE = { own_plays: 0, plays: 0, listeners: 0, topListeners: [] }

export function musicRoutes(api: Api): void {
  const toRows = async (reader: LinkReader, kind: 'tracks' | 'albums', items: CommunityChart['tracks']) => {
    const credited = await addCredits(reader.db, await toMusicItems(reader.db, kind, items))
    const rows = await addCovers({ db: reader.db, config: api.config }, kind, credited)
    return addTrackLinks(reader, rows, (row) => (kind === 'tracks' ? row.id : null))
  }
  route(api, getArtistMusic, async (input) => {
    const { query, db, now } = input
    const artist = await findArtist(db, query.id)
    if (artist === undefined) return { tracks: [], albums: [] }
    const { tracks, albums } = await readCommunityChart(db, { subject: 'artist', id: artist.id }, now)
    return { tracks: await toRows(input, 'tracks', tracks), albums: await toRows(input, 'albums', albums) }
  })

  route(api, getAlbumDetails, async (input) => {
    const { query, viewer, db, now } = input
    const album = await findMusic(db, 'albums', query.id)
    if (album === undefined) return { album: null, tracks: [], ...NO_AUDIENCE }
    const key = { subject: 'album', id: album.id } as const
    const { tracks, audience } = await readAudience(db, key, viewer?.id ?? null, now)
    if (audience.listeners + audience.own_plays === 0) return { album: null, tracks: [], ...NO_AUDIENCE }
    const [covered] = await addCovers(input, 'albums', await addCredits(db, [album]), 'large')
    return { album: covered ?? null, tracks: await toRows(input, 'tracks', tracks), ...audience }
  })

  route(api, getTrackDetails, async ({ query, viewer, db, now }) => {
    const viewerId = viewer?.id ?? null
    const track = await findMusic(db, 'tracks', query.id)
    if (track === undefined) return { track: null, links: [], ...NO_AUDIENCE }
    const { audience } = await readAudience(db, { subject: 'track', id: track.id }, viewerId, now)
    const isKnown = () =>
      viewerId === null ? isBroadcastToVisitors(db, track.id, now) : isShared(db, track.id, viewerId)
    if (audience.listeners + audience.own_plays === 0 && !(await isKnown()))
      return { track: null, links: [], ...NO_AUDIENCE }
    const links = await listTrackLinks(db, track.id, viewerId, now)
    const isLookedUp = api.config.musicbrainz !== null && viewer !== null
    if (isLookedUp && links.some(isOfRecording))
      await queueOpenedTrack(api.db, track.id, now).catch((error: unknown) =>
        api.log.warn('A track was not queued to be looked up', { reason: String(error) }),
      )
    const [credited] = await addCredits(db, [{ ...track, lastfmtrackurl: trackUrl(track.artist, track.name) }])
    return {
      track: credited ?? null,
      links: [
        ...links.map((link) => ({ ...link, url: toTrackAddress(link) })),
        ...(await listLibrarySongs({ db, viewer, now }, track.id)),
      ],
      ...audience,
    }
  })

  route(api, rejectTrackLink, async ({ query, member, tx, now }) => {
    const service = trackServices.find((each) => each === query.service)
    if (service === undefined || !(await isTrackOpenTo(tx, query.id, member.id))) throw createNoLinkRefusal()
    const link = { trackId: await findMainTrack(tx, query.id), service, id: query.external_id }
    const isRejected = query.is_rejected === 'true'
    if (!(await setLinkRejected(tx, member.id, link, { isRejected, now }))) throw createNoLinkRefusal()
  })

  route(api, getPlaysByMonth, async ({ query, member, db, now }) => {
    const { kind, id } = query
    const timeZone = await findTimeZone(db, member.id)
    const until = toDayInZone(now, timeZone).slice(0, 7)
    if (await isServed(db, member.id)) return { months: [], until, needs_listens: 1 as const }
    const main = kind === 'artists' ? await findArtist(db, id) : await findMusic(db, kind, id)
    const months = main === undefined ? [] : await listPlaysByMonth(db, member.id, { kind, id: main.id, timeZone })
    return { months, until, needs_listens: 0 as const }
  })

  route(api, searchMusic, ({ query, viewer, db }) => findMusicByWords(db, query.search_term, viewer?.id ?? null))

  route(api, getPopularMusic, async (input) => {
    const { db, viewer, now } = input
    const artists = await listPopularArtists(db, viewer?.id ?? null)
    const items: CommunityChart['tracks'][number][] = []
    for (const { id } of artists) {
      const { tracks } = await readCommunityChart(db, { subject: 'artist', id }, now)
      items.push(...tracks.slice(0, TRACKS_OF_POPULAR_ARTIST))
    }
    const tracks = items.toSorted((a, b) => b.listeners - a.listeners || b.plays - a.plays)
    return { artists, tracks: await toRows(input, 'tracks', tracks) }
  })
}

/** Whether an id identifies a recording, so that MusicBrainz may have others. */
const isOfRecording = ({ service }: ServiceTrack) => service === 'musicbrainz' || service === 'isrc'

/** Returns the song in the viewer's own library as a link; none without one. */
async function listLibrarySongs(reader: LinkReader, trackId: number) {
  const id = toLibraryTrackId((await findPlayingLinks(reader, [trackId])).get(trackId))
  return id === undefined ? [] : [{ service: LIBRARY, id: String(id), url: toLibrarySongPath(id) }]
}

const createNoLinkRefusal = () => new Refusal(404, 'This track has no such link.')

async function readAudience(db: Db, key: CommunityKey, viewerId: number | null, now: Date) {
  const chart = await readCommunityChart(db, key, now)
  const { plays, listeners, tracks } = chart
  const topListeners = await listListeners(db, key, chart, viewerId)
  return { tracks, audience: { own_plays: await countOwnPlays(db, key, viewerId), plays, listeners, topListeners } }
}
