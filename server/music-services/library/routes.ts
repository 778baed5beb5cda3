import {
  getMusicLibrary,
  isListen,
  type LinkedLibrary,
  linkMusicLibrary,
  matchMusicLibrary,
  reportPlay,
  reportPlaying,
  unlinkMusicLibrary,
} from '#contract/listening/music-library.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { normalizeUrl } from '../accounts/normalize-url.ts'
import { getSecretKey } from '../relays/secrets.ts'
import { playNow } from '../scrobbling/now-playing.ts'
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts'
import { libraryCoverRoutes } from './cover-routes.ts'
import { libraryFailureTexts } from './library-failure.ts'
import { logIn } from './log-in.ts'
import { encryptCredentials } from './open-library.ts'
import { getPlayedTrack, storePlay, toPlayDetails } from './plays.ts'
import { songRoutes } from './song-routes.ts'
import { deleteLibrary, findLibrary, insertLibrary, type Library, resumeLibrary } from './store.ts'

/** A device clock may be this much ahead. */
const CLOCK_DIFFERENCE_MS = 60_000
/** Plays that a device has queued for longer are not added. */
const PLAY_AGE_MAX_MS = 90 * 86_400_000

export function libraryRoutes(api: Api): void {
  songRoutes(api)
  libraryCoverRoutes(api)
  playRoutes(api)

  route(api, getMusicLibrary, async ({ db, member, config, now }) => {
    const library = await findLibrary(db, member.id)
    const isOffered = config.areLibrariesAllowed && config.secretKey !== null
    return { is_offered: isOffered, library: library === undefined ? null : toLinked(library, now) }
  })

  route(api, linkMusicLibrary, {
    async prepare({ query, member, config }) {
      getSecretKey(config)
      const { account, password } = query
      const address = toAddress(query.address)
      try {
        return { address, ...(await logIn(api, { address, account, memberId: member.id }, password)) }
      } catch (error) {
        if (error instanceof ServiceFailure) throw toLinkRefusal(error.code)
        throw error
      }
    },
    async handle({ tx, member, query: { account }, prepared: { address, credentials, name }, config, now }) {
      const secret = encryptCredentials(config, member.id, credentials)
      await insertLibrary(tx, { memberId: member.id, address, account, name, secret }, now)
    },
  })

  route(api, matchMusicLibrary, async ({ tx, member, now }) => {
    if (!(await resumeLibrary(tx, member.id, now))) throw new Refusal(400, 'You have not linked a library.')
  })

  route(api, unlinkMusicLibrary, ({ tx, member }) => deleteLibrary(tx, member.id))
}

function playRoutes(api: Api): void {
  route(api, reportPlay, async ({ tx, member, query, config, now }) => {
    const listenedAt = new Date(query.listened_at)
    const age = now.getTime() - listenedAt.getTime()
    if (age < -CLOCK_DIFFERENCE_MS) throw new Refusal(400, 'The time must be in the past.')
    if (age > PLAY_AGE_MAX_MS) throw new Refusal(400, 'The time must be within the last 90 days.')
    const durationMs = query.duration_ms
    if (!isListen({ playedMs: query.played_ms, durationMs }))
      throw new Refusal(400, 'A play is a listen after half of the track, or 4 minutes.')
    const track = await getPlayedTrack(tx, member.id, query.track_id)
    await storePlay(tx, config, member.id, { track, listenedAt, durationMs: toKnown(durationMs) }, now)
  })

  route(api, reportPlaying, {
    // Without a transaction: the current track is relayed by a job that is added in another one.
    async prepare({ db, member, query, now }) {
      const { artist, title } = await getPlayedTrack(db, member.id, query.track_id)
      const sender = { tokenId: null, memberId: member.id, isSuspended: false }
      await playNow(api, sender, { artist, title, details: toPlayDetails(toKnown(query.duration_ms)) }, now)
    },
    handle: () => {},
  })
}

/** Returns a length, undefined if the page does not know it. */
const toKnown = (durationMs: number): number | undefined => (durationMs === 0 ? undefined : durationMs)

/** Returns the base URL of a library as a member wrote it. Throws a Refusal 400. */
function toAddress(written: string): string {
  const url = new URL(normalizeUrl(written, 'address', 'https://music.example'))
  if (url.username !== '' || url.password !== '')
    throw new Refusal(400, 'The address must not contain a user or a password.')
  url.search = ''
  url.hash = ''
  // The API of OpenSubsonic, and the page of Jellyfin.
  return url.href.replace(/\/+$/, '').replace(/\/(?:rest|web|web\/index\.html)$/, '')
}

function toLinkRefusal(code: ServiceFailureCode): Refusal {
  if (code === 'refused') return new Refusal(400, "The library doesn't accept this account and password.")
  if (code === 'service_away')
    return new Refusal(503, "The library doesn't respond. Check the address, or try again later.", 'busy', {
      retryAfterSeconds: 5,
    })
  if (code === 'address_refused') return new Refusal(400, libraryFailureTexts.address_refused ?? '')
  return new Refusal(400, 'There is no library at this address that Flipside can read.')
}

function toLinked(library: Library, now: Date): NonNullable<LinkedLibrary['library']> {
  const { address, account, name, isStopped, failure: code, failedAt, songs, matched, matchedAt } = library
  const sentence = code === null ? undefined : new Map(Object.entries(libraryFailureTexts)).get(code)
  const isDue = library.dueAt !== null && library.dueAt <= now
  return {
    address,
    account,
    name,
    is_stopped: isStopped,
    failure: code && sentence ? { code, sentence, at: failedAt?.toISOString() ?? '' } : null,
    songs,
    matched,
    matched_at: matchedAt?.toISOString() ?? '',
    is_matching: !isStopped && code === null && (library.runStartedAt !== null || isDue),
  }
}
