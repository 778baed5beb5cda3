import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { findArtistByName, findTrackByName } from '#server/listening/catalogue/catalogue.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { getOpenArtist } from '#server/listening/catalogue/open-music.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { albumUrl, artistUrl, trackUrl } from '#server/listening/catalogue/track-url.ts'
import { countPlays } from '#server/listening/charts/charts.ts'
import { isUuid } from '#server/listening/listens/scrobble.ts'
import { countsStoredListens } from '#server/listening/listens/served-by.ts'
import { findRecordings } from '#server/listening/loved/find-recordings.ts'
import { findLovedTracks } from '#server/listening/loved/store.ts'
import { readCommunityChart } from '#server/listening/music/community-charts.ts'
import { countOwnPlays, findMusic, isShared, toMusicItems } from '#server/listening/music/store.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { getRequired, type Params } from './audioscrobbler2-params.ts'
import { NO_IMAGES } from './audioscrobbler2-responses.ts'
import { listOwnDetails } from './own-details.ts'
import { readTrackAlbum } from './track-album.ts'

/*
 * `listeners` and `playcount` count members on leaderboards, as music pages do. Music is not found
 * if the token's member may not see the listening of any member that has played it.
 */

const NOT_STREAMABLE = { fulltrack: '0', '#text': '0' }
const notFound = (what: string) => new Failure(6, `${what} not found`)

/** Returns the token's member, with everything that was sent counted. */
async function openReader(call: MethodCall): Promise<number> {
  const { memberId } = await findReader(call, 'username')
  await aggregateBeforeRead(call.api, memberId)
  return memberId
}

const getTrackInfo: Method = async (call) => {
  const { api, params } = call
  const viewerId = await openReader(call)
  const { db } = api
  const mbid = params.get('mbid')
  const recordings = isUuid(mbid)
    ? await inTransaction(db, (tx) => findRecordings(tx, viewerId, [mbid.toLowerCase()]))
    : undefined
  const id = recordings?.values().next().value ?? (await findNamedTrack(db, params))
  const track = id === undefined ? undefined : await findMusic(db, 'tracks', id)
  if (track === undefined) throw notFound('Track')
  const key = { subject: 'track', id: track.id } as const
  const { plays, listeners } = await readCommunityChart(db, key, api.now())
  const own = await countOwnPlays(db, key, viewerId)
  const isLoved = (await findLovedTracks(db, viewerId, [track.id])).has(track.id)
  if (listeners + own === 0 && !isLoved && !(await isShared(db, track.id, viewerId))) throw notFound('Track')
  return {
    track: {
      name: track.name,
      mbid: await findMbid(db, viewerId, 'tracks', track.id),
      url: trackUrl(track.artist, track.name),
      duration: '0',
      streamable: NOT_STREAMABLE,
      listeners: String(listeners),
      playcount: String(plays),
      artist: {
        name: track.artist,
        mbid: await findMbid(db, viewerId, 'artists', track.artist_id),
        url: artistUrl(track.artist),
      },
      ...(await readTrackAlbum(db, track.id, viewerId)),
      userplaycount: String(own),
      userloved: isLoved ? '1' : '0',
      toptags: { tag: [] },
    },
  }
}

const getArtistInfo: Method = async (call) => {
  const { api, params } = call
  const viewerId = await openReader(call)
  const { db } = api
  const id = (await findArtistByMbid(db, params)) ?? (await findArtistByName(db, getRequired(params, 'artist')))?.id
  if (id === undefined) throw notFound('Artist')
  const artist = await getOpenArtist(db, id, viewerId, api.now())
  const { rows } = await sql<{ listeners: number; plays: number }>`
    select count(*) as listeners, coalesce(sum(plays), 0)::float8 as plays from artist_plays where artist_id = ${artist.id}
      and ${isOnBoards('artist_plays.member_id')} and ${countsStoredListens('artist_plays.member_id')}`.execute(db)
  const { listeners, plays } = rows[0] ?? { listeners: 0, plays: 0 }
  const own = await countPlays(db, viewerId, artist.id, { period: 'overall', now: api.now() })
  return {
    artist: {
      name: artist.name,
      mbid: await findMbid(db, viewerId, 'artists', artist.id),
      url: artistUrl(artist.name),
      image: NO_IMAGES,
      streamable: '0',
      ontour: '0',
      stats: { listeners: String(listeners), playcount: String(plays), userplaycount: String(own) },
      similar: { artist: [] },
      tags: { tag: [] },
      bio: { published: '', summary: '', content: '' },
    },
  }
}

const getAlbumInfo: Method = async (call) => {
  const { api, params } = call
  const viewerId = await openReader(call)
  const { db } = api
  const { rows } = await sql<{ id: number }>`select coalesce(albums.merged_into, albums.id) as id from artists
    join albums on albums.artist_id = coalesce(artists.merged_into, artists.id)
    where artists.name_key = ${nameKey(getRequired(params, 'artist'))}
      and albums.title_key = ${nameKey(getRequired(params, 'album'))}`.execute(db)
  const album = rows[0] && (await findMusic(db, 'albums', rows[0].id))
  if (album === undefined) throw notFound('Album')
  const key = { subject: 'album', id: album.id } as const
  const { plays, listeners, tracks } = await readCommunityChart(db, key, api.now())
  const own = await countOwnPlays(db, key, viewerId)
  if (listeners + own === 0) throw notFound('Album')
  const items = await toMusicItems(db, 'tracks', tracks)
  return {
    album: {
      name: album.name,
      artist: album.artist,
      mbid: '',
      url: albumUrl(album.artist, album.name),
      image: NO_IMAGES,
      listeners: String(listeners),
      playcount: String(plays),
      userplaycount: String(own),
      tracks: {
        track: items.map(({ name, artist }, place) => ({
          name,
          url: trackUrl(artist, name),
          duration: '0',
          streamable: NOT_STREAMABLE,
          artist: { name: artist, mbid: '', url: artistUrl(artist) },
          '@attr': { rank: String(place + 1) },
        })),
      },
      tags: { tag: [] },
    },
  }
}

async function findNamedTrack(db: Db, params: Params): Promise<number | undefined> {
  const name = toTrackName({ artist: getRequired(params, 'artist'), title: getRequired(params, 'track') })
  return typeof name === 'string' ? undefined : findTrackByName(db, name)
}

/** Returns the artist that the parameter `mbid` names; it takes precedence over the name. */
async function findArtistByMbid(db: Db, params: Params): Promise<number | undefined> {
  const mbid = params.get('mbid')
  if (!isUuid(mbid)) return undefined
  const { rows } = await sql<{ id: number }>`select coalesce(merged_into, id) as id from artists
    where mbid = ${mbid}::uuid order by id limit 1`.execute(db)
  return rows[0]?.id
}

/** Returns the MBID from the catalogue, or from the member's own listens; empty without one. */
async function findMbid(db: Db, memberId: number, table: 'artists' | 'tracks', id: number): Promise<string> {
  const { rows } = await sql<{ mbid: string | null }>`select mbid from ${sql.table(table)} where id = ${id}`.execute(db)
  if (typeof rows[0]?.mbid === 'string') return rows[0].mbid
  const own = (await listOwnDetails(db, memberId, table, [id])).get(id)
  return (table === 'tracks' ? own?.recordingMbid : own?.artistMbids?.[0]) ?? ''
}

export const infoMethods: Readonly<Record<string, Method>> = {
  'track.getinfo': getTrackInfo,
  'artist.getinfo': getArtistInfo,
  'album.getinfo': getAlbumInfo,
}
