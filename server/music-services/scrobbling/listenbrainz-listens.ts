import type { Api, RequestContext } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { toAdditionalInfo } from '#server/listening/listens/read-details.ts'
import { numberIn } from './listenbrainz-request.ts'
import { findPlaying, findPlayingDetails } from './now-playing.ts'
import { type OwnListens, openListens, type ReadListen } from './read-back.ts'
import { toMsid, toMsidOfNames } from './recording-msid.ts'
import type { Bearer } from './tokens.ts'

const LISTENS_SHOWN = 25
const LISTENS_MAX = 1000

export async function readOwnListens({ memberId, memberName }: Bearer, api: Api, c: RequestContext): Promise<object> {
  return { payload: await listensPayload(c, memberName, await openListens(api, memberId)) }
}

async function listensPayload(c: RequestContext, memberName: string, own: OwnListens): Promise<object> {
  const [before, after] = [numberIn(c, 'max_ts'), numberIn(c, 'min_ts')]
  if (before !== undefined && after !== undefined && before < after) {
    throw new Refusal(400, 'max_ts should be greater than min_ts')
  }
  const count = Math.min(numberIn(c, 'count') ?? LISTENS_SHOWN, LISTENS_MAX)
  // As at ListenBrainz: min_ts alone pages forward from there; with both, the window returns its
  // newest first.
  const from = after !== undefined && before === undefined ? 'oldest' : 'newest'
  const listens = await own.list({ before, after, count, from })
  const { newest, oldest } = await own.span()
  return {
    user_id: memberName,
    count: listens.length,
    latest_listen_ts: newest,
    oldest_listen_ts: oldest,
    listens: listens.map((listen) => ({
      ...toListen(listen, toMsid(listen.trackId)),
      listened_at: listen.listenedAt,
      inserted_at: listen.listenedAt,
      user_name: memberName,
    })),
  }
}

export async function getPlaying({ memberId, memberName }: Bearer, { db, now }: Api): Promise<object> {
  const playing = await findPlaying(db, memberId, memberId, now())
  const listens = []
  if (playing !== undefined) {
    const names = { artist: playing.artist, title: playing.track }
    const details = await findPlayingDetails(db, memberId)
    const listen = toListen({ ...names, details }, toMsidOfTrack(playing.track_id ?? undefined, names))
    listens.push({ ...listen, playing_now: true })
  }
  return { payload: { user_id: memberName, count: listens.length, playing_now: true, listens } }
}

/** Returns the MSID for a track that may have no row so far. */
export const toMsidOfTrack = (trackId: number | undefined, names: { artist: string; title: string }): string =>
  trackId === undefined ? toMsidOfNames(names) : toMsid(trackId)

const toListen = (listen: Pick<ReadListen, 'artist' | 'title' | 'details'>, msid: string) => ({
  recording_msid: msid,
  track_metadata: {
    artist_name: listen.artist,
    track_name: listen.title,
    release_name: listen.details.album,
    // Clients read it without checking that it exists.
    additional_info: {
      ...toAdditionalInfo(listen.details),
      submission_client: listen.details.client,
      recording_msid: msid,
    },
  },
})
