import { toLibrarySongPath } from '#contract/listening/music-library.ts'

/** Limit in ms for the request that finds out why a song did not play. */
const TIMEOUT_MS = 10_000

const NO_CONNECTION = 'There is no connection. Songs that are stored on this device play without one.'
const SLOW = 'Your library takes too long to respond.'
/** The song arrives, but does not play. */
const UNPLAYABLE = "This song arrives incomplete, or in a format that this browser can't play."

const BUSY = 'Too many songs are playing. Try again in a moment.'
const SENTENCES: Readonly<Record<number, string>> = {
  401: 'You are signed out. Log in to play your library.',
  404: 'Your library no longer has this song.',
  409: 'Your library rejects the linked account. Link it again in Settings, Music library.',
  429: BUSY,
  502: 'Your library failed to send this song.',
  503: BUSY,
  504: SLOW,
}

export interface SongFailure {
  readonly sentence: string
  /** `song`: others may play. `connection`: those that are stored play. `account`: see Settings. */
  readonly concerns: 'song' | 'connection' | 'library' | 'account'
}

export const unplayable: SongFailure = { sentence: UNPLAYABLE, concerns: 'song' }
const unreachable: SongFailure = { sentence: NO_CONNECTION, concerns: 'connection' }
/** The library has lost the song, or failed to send it. */
const OF_SONG: ReadonlySet<number> = new Set([404, 502])
/** The library rejects the account that is linked. */
const OF_ACCOUNT = 409

/** Reads one byte of a song that failed, for its status. Undefined: it can be tried again. */
export async function findFailure(songId: number): Promise<SongFailure | undefined> {
  try {
    const response = await fetch(toLibrarySongPath(songId), {
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    void response.body?.cancel()
    const { ok, status, headers } = response
    // The server never responds so: a portal's page, in place of the connection.
    if (ok && headers.get('content-type')?.startsWith('audio/') !== true) return unreachable
    if (ok) return undefined
    const sentence = SENTENCES[status] ?? `The server failed to send this song (${status}).`
    return { sentence, concerns: OF_SONG.has(status) ? 'song' : status === OF_ACCOUNT ? 'account' : 'library' }
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? { sentence: SLOW, concerns: 'library' }
      : unreachable
  }
}
