import * as v from 'valibot'
import type { ServiceResponse } from '../accounts/get-json.ts'
import { readErrorNumber, SERVER_ERRORS, signParams } from '../accounts/lastfm.ts'
import type { Transport } from '../accounts/open-source.ts'
import { parseServiceBody, ServiceNumber } from '../accounts/read.ts'
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts'
import { BatchRejected, type IgnoreReason } from './relay-failure.ts'
import type { BatchOutcome, RelayedListen, RelayedTrack, RelayTarget } from './relay-target.ts'

interface LastfmTargetOptions extends Transport {
  readonly baseUrl: URL
  readonly apiKey: string
  readonly sharedSecret: string
  readonly sessionKey: string
}

/** Codes in the `error` of a body, for any status. 29 and 6 are handled apart. */
const ERRORS: Readonly<Record<number, ServiceFailureCode>> = {
  ...SERVER_ERRORS,
  4: 'login_ended',
  9: 'login_ended',
  14: 'login_ended',
  15: 'login_ended',
  17: 'login_ended',
}
const INVALID_PARAMETERS = 6
const RATE_LIMITED = 29

/** Codes in `ignoredMessage`. 5 is the daily limit: those listens stay pending. */
const IGNORED: Readonly<Record<number, IgnoreReason>> = { 1: 'artist', 2: 'track', 3: 'too_old', 4: 'too_new' }
const DAILY_LIMIT = 5

const Scrobble = v.object({ ignoredMessage: v.optional(v.object({ code: v.optional(ServiceNumber, 0) }), {}) })
const Scrobbles = v.object({
  scrobbles: v.object({
    // A single scrobble arrives without its list.
    scrobble: v.union([
      v.array(v.unknown()),
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.transform((one) => [one]),
      ),
    ]),
  }),
})
const Playing = v.object({ nowplaying: v.unknown() })

/** Returns an account at Last.fm to send listens to. */
export function createLastfmTarget(options: LastfmTargetOptions): RelayTarget {
  return {
    async submit(listens) {
      const params = Object.assign({}, ...listens.map((listen, place) => toParams(listen, `[${place}]`)))
      const { scrobbles } = parseServiceBody(Scrobbles, await callMethod(options, 'track.scrobble', params))
      return toOutcome(listens, scrobbles.scrobble)
    },
    async playNow(track) {
      parseServiceBody(Playing, await callMethod(options, 'track.updateNowPlaying', toTrackParams(track, '')))
    },
    // Last.fm has no hates: a hated track is not loved.
    async love({ artist, title, score }) {
      if (artist === null || title === null) throw new BatchRejected()
      await callMethod(options, score === 1 ? 'track.love' : 'track.unlove', { artist, track: title })
    },
  }
}

async function callMethod(
  options: LastfmTargetOptions,
  method: string,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  const signed = signParams(options, { ...params, method, sk: options.sessionKey })
  const all = { ...signed, api_key: options.apiKey, format: 'json' }
  const form = new URLSearchParams(all)
  const body = { type: 'application/x-www-form-urlencoded', text: form.toString() } as const
  const response = await options.get(options.baseUrl, { body })
  await checkResponse(options, response)
  return response.json
}

async function checkResponse({ onRateLimited }: Transport, { status, json }: ServiceResponse): Promise<void> {
  const error = readErrorNumber(json)
  if (error !== undefined) {
    if (error === RATE_LIMITED) throw await onRateLimited()
    if (error === INVALID_PARAMETERS) throw new BatchRejected()
    throw new ServiceFailure(ERRORS[error] ?? 'unreadable_answer')
  }
  if (status >= 500) throw new ServiceFailure('service_away')
  if (status !== 200 || json === undefined) throw new ServiceFailure('unreadable_answer')
}

/**
 * Returns the outcome for the listens: the response has one entry for each, in the same order.
 * Listens without an entry stay pending. Throws ServiceFailure if there is none.
 */
function toOutcome(listens: readonly RelayedListen[], entries: readonly unknown[]): BatchOutcome {
  const accepted: number[] = []
  const ignored: (readonly [number, IgnoreReason])[] = []
  let isLimitReached = false
  for (const [place, { id }] of listens.entries()) {
    const entry = v.safeParse(Scrobble, entries[place])
    if (!entry.success) continue
    const { code } = entry.output.ignoredMessage
    if (code === DAILY_LIMIT) isLimitReached = true
    else if (code === 0 || code === undefined) accepted.push(id)
    else ignored.push([id, IGNORED[code] ?? 'rejected'])
  }
  if (accepted.length + ignored.length === 0 && !isLimitReached) throw new ServiceFailure('unreadable_answer')
  return { accepted, ignored, isLimitReached }
}

const toParams = (listen: RelayedListen, suffix: string): Readonly<Record<string, string>> => ({
  ...toTrackParams(listen, suffix),
  [`timestamp${suffix}`]: String(Math.floor(listen.listenedAt.getTime() / 1000)),
})

/** Empty parameters are not sent: they would be part of the signature. */
function toTrackParams(
  { artist, title, details = {} }: RelayedTrack,
  suffix: string,
): Readonly<Record<string, string>> {
  const { album, albumArtist, recordingMbid, trackNumber, durationMs } = details
  const params = {
    artist,
    track: title,
    album,
    albumArtist,
    mbid: recordingMbid,
    trackNumber,
    duration: durationMs === undefined ? undefined : Math.max(1, Math.round(durationMs / 1000)),
  }
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${name}${suffix}`, String(value)]],
    ),
  )
}
