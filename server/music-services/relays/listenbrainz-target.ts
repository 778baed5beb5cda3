import * as v from 'valibot'
import { toTrackAddress } from '#contract/listening/track-services.ts'
import { VERSION } from '#server/http/version.ts'
import { toAdditionalInfo } from '#server/listening/listens/read-details.ts'
import type { ServiceResponse } from '../accounts/get-json.ts'
import { readStatus, toApiUrl } from '../accounts/listenbrainz.ts'
import type { Transport } from '../accounts/open-source.ts'
import { parseServiceBody } from '../accounts/read.ts'
import { ServiceFailure } from '../service-failure.ts'
import { toSender } from './echo.ts'
import { BatchRejected } from './relay-failure.ts'
import type { RelayedListen, RelayedLove, RelayedTrack, RelayTarget } from './relay-target.ts'

export interface ListenbrainzTargetOptions extends Transport {
  readonly baseUrl: URL
  readonly token: string
  readonly ownName: string
}

const Accepted = v.object({ status: v.literal('ok') })
/** A Flipside has MSIDs for only some recordings. */
const Recording = v.object({ recording_mbid: v.optional(v.string()), recording_msid: v.optional(v.string()) })
const Created = v.object({ playlist_mbid: v.pipe(v.string(), v.uuid()) })
const PLAYLIST_EXTENSION = 'https://musicbrainz.org/doc/jspf#playlist'
const Validated = v.object({
  valid: v.boolean(),
  user_name: v.optional(v.string()),
  /** Sent by a Flipside only. */
  relay_name: v.optional(v.string()),
})

/** Returns an account at ListenBrainz, or at a server with its API, to send listens to. */
export function createListenbrainzTarget(options: ListenbrainzTargetOptions): RelayTarget {
  const submit = (type: 'single' | 'import' | 'playing_now', payload: readonly object[]) =>
    post(options, 'submit-listens', { listen_type: type, payload })
  return {
    async submit(listens) {
      const payload = listens.map((listen) => toListen(listen, options.ownName))
      await submit(listens.length === 1 ? 'single' : 'import', payload)
      return { accepted: listens.map(({ id }) => id), ignored: [] }
    },
    async playNow(track) {
      await submit('playing_now', [{ track_metadata: toMetadata(track, options.ownName) }])
    },
    async love(love) {
      const recording =
        love.recordingMbid === null ? await lookUp(options, love) : { recording_mbid: love.recordingMbid }
      await post(options, 'feedback/recording-feedback', { ...recording, score: love.score }, checkOptional)
    },
  }
}

/**
 * Returns the account that a token belongs to, and the name by which the server relays, if it is a
 * Flipside. Throws ServiceFailure `login_ended` for an invalid token.
 */
export async function validateToken(
  options: ListenbrainzTargetOptions,
): Promise<{ readonly account: string; readonly peer: string | null }> {
  const response = await options.get(toApiUrl(options.baseUrl, 'validate-token'), toAuthorization(options))
  await checkResponse(options, response)
  const { valid, user_name: account, relay_name } = parseServiceBody(Validated, response.json)
  if (!valid || account === undefined || account.trim() === '') throw new ServiceFailure('login_ended')
  return { account: account.slice(0, 200), peer: relay_name?.slice(0, 100) ?? null }
}

const toAuthorization = ({ token }: ListenbrainzTargetOptions) => ({ authorization: `Token ${token}` })

/** Returns the id of a recording by its names. Throws BatchRejected if the service has none. */
async function lookUp(options: ListenbrainzTargetOptions, { artist, title }: RelayedLove): Promise<object> {
  const url = toApiUrl(options.baseUrl, 'metadata/lookup/')
  url.search = new URLSearchParams({
    artist_name: artist ?? '',
    recording_name: title ?? '',
    return_msid: 'true',
  }).toString()
  const response = await options.get(url, toAuthorization(options))
  await checkOptional(options, response)
  const found = v.safeParse(Recording, response.json)
  if (!found.success) throw new BatchRejected()
  const { recording_mbid, recording_msid } = found.output
  if (recording_mbid === undefined && recording_msid === undefined) throw new BatchRejected()
  return recording_mbid === undefined ? { recording_msid } : { recording_mbid }
}

/**
 * Adds recordings to a playlist, at most 100; without one, to a new private playlist. Returns the
 * playlist's MBID. Throws BatchRejected if the service does not accept them.
 */
export async function addToPlaylist(
  options: ListenbrainzTargetOptions,
  playlist: string | undefined,
  { title, recordings }: { readonly title: string; readonly recordings: readonly string[] },
): Promise<string> {
  const track = recordings.map((id) => ({ identifier: toTrackAddress({ service: 'musicbrainz', id }) }))
  if (playlist !== undefined) {
    await post(options, `playlist/${playlist}/item/add`, { playlist: { title, track } })
    return playlist
  }
  const extension = { [PLAYLIST_EXTENSION]: { public: false } }
  const created = await post(options, 'playlist/create', { playlist: { title, track, extension } })
  return parseServiceBody(Created, created).playlist_mbid
}

async function post(
  options: ListenbrainzTargetOptions,
  path: string,
  value: object,
  check: typeof checkResponse = checkResponse,
): Promise<unknown> {
  const body = { type: 'application/json', text: JSON.stringify(value) } as const
  const response = await options.get(toApiUrl(options.baseUrl, path), { ...toAuthorization(options), body })
  await check(options, response)
  parseServiceBody(Accepted, response.json)
  return response.json
}

/** Throws the failure in a response. */
async function checkResponse({ onRateLimited }: Transport, response: ServiceResponse): Promise<void> {
  const { status, isError } = readStatus(response)
  if (status === 200) return
  if (status === 429) throw await onRateLimited()
  // 401 is also the response to a paused account; 403 to a token without the right to submit.
  if (status === 401 || status === 403) throw new ServiceFailure('login_ended')
  if (status >= 500) throw new ServiceFailure('service_away')
  // Without ListenBrainz's error body, the response is from a proxy or another server.
  if ((status === 400 || status === 413) && isError) throw new BatchRejected()
  throw new ServiceFailure('unreadable_answer')
}

/** Checks the response to a request that other servers with ListenBrainz's API may not know. */
async function checkOptional(transport: Transport, response: ServiceResponse): Promise<void> {
  if ([400, 404, 405, 410].includes(response.status)) throw new BatchRejected()
  await checkResponse(transport, response)
}

const toListen = (listen: RelayedListen, ownName: string) => ({
  listened_at: Math.floor(listen.listenedAt.getTime() / 1000),
  track_metadata: toMetadata(listen, ownName),
})

function toMetadata({ artist, title, details = {} }: RelayedTrack, ownName: string) {
  const { music_service: service, ...info } = toAdditionalInfo(details)
  // `music_service` is a domain, `music_service_name` any other name.
  const isDomain = typeof service === 'string' && /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(service)
  const sender = toSender(details, ownName)
  return {
    artist_name: artist,
    track_name: title,
    release_name: details.album,
    additional_info: {
      ...info,
      [isDomain ? 'music_service' : 'music_service_name']: service,
      submission_client: sender,
      submission_client_version: VERSION,
      original_submission_client: details.client === sender ? undefined : details.client,
    },
  }
}
