import { sql } from 'kysely'
import * as v from 'valibot'
import { type ServiceTrack, toServiceTrack } from '#contract/listening/track-services.ts'
import type { MusicbrainzSettings } from '#server/config/musicbrainz-settings.ts'
import type { Services } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { findDueLookup, postponeLookup, storeLookup, type TrackLookup } from '#server/listening/links/track-lookups.ts'
import type { ServiceResponse } from '../accounts/get-json.ts'
import { createRateLimitedGet, pauseService, readRetryAfterMs } from '../accounts/rate-limited-get.ts'
import { pauseTurns } from '../accounts/turns.ts'
import { ServiceFailure } from '../service-failure.ts'
import { hasPlayer, readIsrc, readRecording } from './read-recording.ts'

/** The turns of requests, which look-ups of shared links take too. */
const TURNS = 'link musicbrainz'
/** The row of `service_turns` with the time until which no track is looked up. */
const PAUSE = 'musicbrainz tracks'
/** MusicBrainz allows one request per second. */
const PER_SECOND = 1
const TIMEOUT_MS = 10_000
/** Recordings have a few kB. */
const RESPONSE_MAX_BYTES = 2_000_000
/** The pause after a failure that states no time. */
const PAUSE_MS = 300_000
const INCLUDED = 'artist-credits+url-rels'

type LookUpServices = Pick<Services, 'db' | 'config' | 'log' | 'now'>
type Get = (path: string) => Promise<ServiceResponse>

/** Whether look-ups may go on, by the clock of the database, as in `pauseTurns`. */
export const isUnpaused = sql<boolean>`(not exists (select from service_turns
  where service = ${PAUSE} and next_at > clock_timestamp()))`

/**
 * Looks up the track that is due longest and stores its ids at services. Returns false if none is
 * due, or if MusicBrainz fails: then look-ups pause, and the track stays queued.
 */
export async function lookUpNextTrack(services: LookUpServices, signal?: AbortSignal): Promise<boolean> {
  const { db, config, now } = services
  const lookup = config.musicbrainz && (await findDueLookup(db, now()))
  if (config.musicbrainz === null || lookup === null || lookup === undefined) return false
  try {
    const ids = await findIds(createGet(services, config.musicbrainz, signal), config.musicbrainz, lookup)
    const links = ids.map((link) => ({ ...link, trackId: lookup.trackId }))
    await inTransaction(db, (tx) => storeTrackLinks(tx, links, 'musicbrainz'))
    await storeLookup(db, lookup, now())
    return true
  } catch (error) {
    if (signal?.aborted) return false
    if (!(error instanceof ServiceFailure || error instanceof v.ValiError)) throw error
    await storeFailure(services, lookup, error)
    return false
  }
}

/** A limited rate says nothing about the track, which stays first. */
async function storeFailure(
  { db, log, now }: LookUpServices,
  lookup: TrackLookup,
  error: ServiceFailure | v.ValiError<v.GenericSchema>,
): Promise<void> {
  const [reason, retryAfterMs] =
    error instanceof ServiceFailure ? [error.code, error.retryAfterMs] : ['unreadable_answer' as const]
  log.warn('A track could not be looked up at MusicBrainz', { reason })
  if (reason !== 'rate_limited') await postponeLookup(db, lookup, now())
  await pauseTurns(db, PAUSE, retryAfterMs ?? PAUSE_MS)
}

/** Requests the recording, and the ISRC if that leads to no player. */
async function findIds(
  get: Get,
  { server }: MusicbrainzSettings,
  lookup: TrackLookup,
): Promise<readonly ServiceTrack[]> {
  const response = lookup.recording === null ? undefined : await getRecording(get, server, lookup.recording)
  const ids = response === undefined ? [] : readRecording(response, lookup)
  if (hasPlayer(ids) || lookup.isrc === null) return ids
  const ofIsrc = readFound(await get(`ws/2/isrc/${lookup.isrc}`))
  return ofIsrc === undefined ? ids : [...ids, ...readIsrc(ofIsrc, lookup)]
}

/** Returns undefined for an unknown recording. One that was merged has another id. */
async function getRecording(get: Get, server: URL, mbid: string): Promise<unknown> {
  const response = await get(`ws/2/recording/${mbid}`)
  if (response.status < 300 || response.status >= 400) return readFound(response)
  return readFound(await get(`ws/2/recording/${readMovedTo(response, server)}`))
}

/** Returns the MBID of a redirect to another recording of the server; its address is not requested. */
function readMovedTo({ headers }: ServiceResponse, server: URL): string {
  const url = URL.parse(headers['location']?.toString() ?? '', server)
  const [mbid = ''] = /[^/]*$/.exec(url?.pathname ?? '') ?? []
  const isSameServer = url?.origin === server.origin && url.pathname.endsWith(`/recording/${mbid}`)
  if (!isSameServer || toServiceTrack('musicbrainz', mbid) === undefined) throw new ServiceFailure('unreadable_answer')
  return mbid
}

/** Returns the content; undefined if MusicBrainz does not know or accept the id. */
function readFound({ status, json }: ServiceResponse): unknown {
  if (status === 404 || status === 400) return undefined
  if (status >= 300 && status < 400) throw new ServiceFailure('unreadable_answer')
  if (status !== 200) throw new ServiceFailure('service_away')
  return json
}

function createGet(
  { db, config }: LookUpServices,
  { server, isGuarded }: MusicbrainzSettings,
  signal?: AbortSignal,
): Get {
  const get = createRateLimitedGet({
    db,
    service: TURNS,
    perSecond: PER_SECOND,
    turnTimeoutMs: TIMEOUT_MS,
    timeoutMs: TIMEOUT_MS,
    bytesMax: RESPONSE_MAX_BYTES,
    userAgent: toUserAgent(config),
    isGuarded,
    returnsRedirects: true,
    signal,
  })
  return async (path) => {
    const response = await get(new URL(`${path}?inc=${INCLUDED}&fmt=json`, server))
    // MusicBrainz limits the rate with this status instead of 429.
    if (response.status === 503) throw await pauseService(db, TURNS, readRetryAfterMs(response))
    return response
  }
}
