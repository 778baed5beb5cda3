import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { TrackName } from '#server/listening/catalogue/catalogue.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { isTrackOpenTo } from '#server/listening/music/store.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { readSmallBody } from './listenbrainz-request.ts'
import { listOwnDetails } from './own-details.ts'
import { toMsid } from './recording-msid.ts'
import type { Bearer } from './tokens.ts'

/** The maximum number of recordings of a request, and the size of their document. */
const RECORDINGS_MAX = 50
const RECORDINGS_MAX_BYTES = 100_000
/** ListenBrainz' maximum length of the names of a recording together. */
const NAMES_MAX = 250

/** A track that the member may know; `recording` is undefined if no MBID of it is known. */
interface FoundTrack {
  readonly id: number
  readonly recording: object | undefined
}

/**
 * Returns the recording for an artist and a title: {} if no track that the member may know has an
 * MBID, by the catalogue or the member's own listens. With `return_msid=true`, which a relaying
 * Flipside sends, a track without one has its MSID.
 */
export async function lookUpRecording({ memberId }: Bearer, api: Api, c: RequestContext): Promise<object> {
  const name = toTrackName({ artist: c.req.query('artist_name'), title: c.req.query('recording_name') })
  if (typeof name === 'string') throw new Refusal(400, 'artist_name and recording_name must be names.')
  await aggregateBeforeRead(api, memberId)
  const [found] = await findTracks(api.db, memberId, [name])
  if (found === undefined) return {}
  return found.recording ?? (c.req.query('return_msid') === 'true' ? { recording_msid: toMsid(found.id) } : {})
}

/**
 * Returns what `lookUpRecording` does for each recording of a document, with the names that were sent.
 * As at ListenBrainz, `metadata` and `inc` have no effect.
 */
export async function lookUpRecordings({ memberId }: Bearer, api: Api, c: RequestContext): Promise<object> {
  const { recordings } = await readSmallBody(api, c, RECORDINGS_MAX_BYTES)
  if (!Array.isArray(recordings) || recordings.length === 0)
    throw new Refusal(400, 'recordings is invalid or not present in body')
  if (recordings.length > RECORDINGS_MAX)
    throw new Refusal(400, `Number of recordings in request body exceeds maximum permitted. (${RECORDINGS_MAX})`)
  const sent = recordings.map(readRecording)
  await aggregateBeforeRead(api, memberId)
  const names = sent.map(({ name }) => name)
  const found = await findTracks(api.db, memberId, names)
  return sent.map(({ args }, index) => ({ ...args, index, ...found[index]?.recording }))
}

/** Reads a recording of a document. Throws a Refusal 400 in ListenBrainz' words. */
function readRecording(value: unknown, index: number): { readonly name: TrackName; readonly args: object } {
  const { artist_name: artist, recording_name: title, release_name: release = null } = toFields(value)
  const reject = (what: string) => new Refusal(400, `Recording ${index} ${what}`)
  if (typeof artist !== 'string') throw reject('artist_name is invalid or not present')
  if (typeof title !== 'string') throw reject('recording_name is invalid or not present')
  if (release !== null && typeof release !== 'string') throw reject('release_name is invalid')
  if (artist.length + title.length + (release ?? '').length > NAMES_MAX)
    throw reject(
      `total number of characters in artist_name, recording_name and release_name arguments must be less than ${NAMES_MAX}`,
    )
  const name = toTrackName({ artist, title })
  if (typeof name === 'string') throw reject('artist_name or recording_name is invalid')
  return { name, args: { artist_name_arg: artist, recording_name_arg: title, release_name_arg: release } }
}

/** Returns the track of each pair of names; undefined if there is none that the member may know. */
async function findTracks(
  db: Db,
  memberId: number,
  names: readonly TrackName[],
): Promise<readonly (FoundTrack | undefined)[]> {
  const known = await listTracksByName(db, names)
  const open = new Set<number>()
  for (const id of new Set([...known.values()].map((track) => track.id)))
    if (await isTrackOpenTo(db, id, memberId)) open.add(id)
  const own = await listOwnDetails(db, memberId, 'tracks', [...open])
  return names.map((_, place) => {
    const track = known.get(place)
    if (track === undefined || !open.has(track.id)) return undefined
    const details = own.get(track.id)
    const mbid = track.mbid ?? details?.recordingMbid ?? null
    const recording = mbid === null ? undefined : toRecording(track, mbid, details?.artistMbids ?? [])
    return { id: track.id, recording }
  })
}

const toRecording = ({ artist, title, artistMbid }: NamedTrack, mbid: string, ownArtistMbids: readonly string[]) => ({
  artist_credit_name: artist,
  artist_mbids: artistMbid === null ? ownArtistMbids : [artistMbid],
  recording_mbid: mbid,
  recording_name: title,
})

interface NamedTrack extends TrackName {
  readonly id: number
  readonly mbid: string | null
  readonly artistMbid: string | null
}

async function listTracksByName(db: Db, names: readonly TrackName[]): Promise<ReadonlyMap<number, NamedTrack>> {
  const { rows } = await sql<NamedTrack & { place: number }>`
    select lookup.place::integer - 1 as place, main.id, main.title, artists.name as artist, main.mbid,
      artists.mbid as "artistMbid"
    from unnest(${names.map(({ artist }) => nameKey(artist))}::text[],
      ${names.map(({ title }) => nameKey(title))}::text[]) with ordinality as lookup (name_key, title_key, place)
    join artists as named using (name_key)
    join tracks on tracks.artist_id = coalesce(named.merged_into, named.id) and tracks.title_key = lookup.title_key
    join tracks as main on main.id = coalesce(tracks.merged_into, tracks.id)
    join artists on artists.id = main.artist_id`.execute(db)
  return new Map(rows.map((row) => [row.place, row]))
}
