import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { DAY_MS } from '#contract/durations.ts'
import { extendedPlay } from '#tests/support/listen-files.ts'

/**
 * A history in Spotify's format: plays distributed evenly over at most `days` days up to `until`,
 * three minutes each from eight o'clock on.
 */
export interface History {
  readonly plays: number
  readonly days: number
  readonly until: Date
  /**
   * Tracks are `Track 0` and so on, some far more often than others; each belongs to one of the
   * artists.
   */
  readonly tracks: number
  readonly artists: number
  /** Whether tracks have ids in Spotify's form. */
  readonly hasIds: boolean
}

const MORNING_MS = 8 * 3_600_000
const PLAY_MS = 180_000
/** The plays per file as Spotify sends them: about 12 MB. */
const PLAYS_PER_FILE = 20_000
const PLAYS_PER_CHUNK = 500
/**
 * Two in five files are stored without compression: all deflated would shrink to a fortieth, and
 * two million plays should make a 500 MB zip.
 */
const isStored = (file: number) => file % 5 < 2

/** Writes the whole history as one file. */
export const writeJson = (history: History, path: string): Promise<void> =>
  pipeline(Readable.from(generateJson(history, 0, history.plays)), createWriteStream(path))

/**
 * Writes it as the zip that Spotify sends: several files in a folder, with one that is no history.
 */
export async function writeZip(history: History, path: string): Promise<void> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('What this is.'), 'Spotify Extended Streaming History/ReadMeFirst.txt')
  for (let from = 0, file = 0; from < history.plays; from += PLAYS_PER_FILE, file++) {
    const until = Math.min(history.plays, from + PLAYS_PER_FILE)
    const name = `Spotify Extended Streaming History/Streaming_History_Audio_${file}.json`
    const compressionLevel = isStored(file) ? 0 : 6
    zip.addReadStreamLazy(name, { compressionLevel }, (use) =>
      use(null, Readable.from(generateJson(history, from, until))),
    )
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

function* generateJson(history: History, from: number, until: number): Generator<string> {
  yield '['
  for (let at = from; at < until; at += PLAYS_PER_CHUNK) {
    const places = Array.from({ length: Math.min(PLAYS_PER_CHUNK, until - at) }, (_, place) => at + place)
    const lines = places.map((place) => JSON.stringify(playAt(history, place)))
    yield `${at === from ? '' : ',\n'}${lines.join(',\n')}`
  }
  yield ']'
}

function playAt({ plays, days, until, tracks, artists, hasIds }: History, at: number) {
  const perDay = Math.ceil(plays / days)
  const midnight = Math.floor(until.getTime() / DAY_MS - Math.ceil(plays / perDay) + Math.floor(at / perDay)) * DAY_MS
  const endedAt = midnight + MORNING_MS + (at % perDay) * PLAY_MS
  // The golden ratio spreads evenly for any number; its cube prefers the first tracks.
  const track = Math.floor(tracks * ((at * 0.618034) % 1) ** 3)
  return extendedPlay({
    ts: `${new Date(endedAt).toISOString().slice(0, 19)}Z`,
    ms_played: PLAY_MS,
    master_metadata_track_name: `Track ${track}`,
    master_metadata_album_artist_name: `Artist ${track % artists}`,
    master_metadata_album_album_name: `Album ${Math.floor(track / artists / 5)}`,
    spotify_track_uri: hasIds ? `spotify:track:${String(track).padStart(22, '0')}` : `spotify:local:${track}`,
  })
}
