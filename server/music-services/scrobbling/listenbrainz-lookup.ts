import { sql } from 'kysely'
import type { Api, RequestContext } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrackByName } from '#server/listening/catalogue/catalogue.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { isTrackOpenTo } from '#server/listening/music/store.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { listOwnDetails } from './own-details.ts'
import { toMsid } from './recording-msid.ts'
import type { Bearer } from './tokens.ts'

/**
 * Returns the recording for an artist and a title: {} if no track that the member may know has an
 * MBID, by the catalogue or the member's own listens. With `return_msid=true`, which a relaying
 * Flipside sends, a track without one has its MSID.
 */
export async function lookUpRecording(api: Api, c: RequestContext, { memberId }: Bearer): Promise<object> {
  const name = toTrackName({ artist: c.req.query('artist_name'), title: c.req.query('recording_name') })
  if (typeof name === 'string') throw new Refusal(400, 'artist_name and recording_name must be names.')
  await aggregateBeforeRead(api, memberId)
  const id = await findTrackByName(api.db, name)
  if (id === undefined || !(await isTrackOpenTo(api.db, id, memberId))) return {}
  const { rows } = await sql<{ title: string; artist: string; mbid: string | null; artistMbid: string | null }>`
    select tracks.title, artists.name as artist, tracks.mbid, artists.mbid as "artistMbid"
    from tracks join artists on artists.id = tracks.artist_id where tracks.id = ${id}`.execute(api.db)
  const [track] = rows
  if (track === undefined) return {}
  const own = (await listOwnDetails(api.db, memberId, 'tracks', [id])).get(id)
  const mbid = track.mbid ?? own?.recordingMbid ?? null
  if (mbid === null) return c.req.query('return_msid') === 'true' ? { recording_msid: toMsid(id) } : {}
  return {
    artist_credit_name: track.artist,
    artist_mbids: track.artistMbid === null ? (own?.artistMbids ?? []) : [track.artistMbid],
    recording_mbid: mbid,
    recording_name: track.title,
  }
}
