import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { Format } from './format.ts'
import type { ReadContext } from './read-context.ts'
import { readIsoTime } from './wall-time.ts'
import { createTitlePhrase } from './youtube-phrase.ts'

/*
 * The YouTube and YouTube Music watch history in a Google Takeout: `watch-history.json` and
 * `.html`, and the same records in `MyActivity`. The time is the moment the video was started.
 * There is no length, so every entry counts, however short.
 */

const MUSIC = 'YouTube Music'
const PRODUCTS: ReadonlySet<unknown> = new Set(['YouTube', MUSIC])
/** Artist channels that YouTube makes from releases: in English and German. */
const TOPIC = / - (?:Topic|Thema)$/
/** The same in other languages, in the YouTube Music history. */
const TOPICS = / - (?:Topic|Thema|Tema|Temat|Téma|Тема|Tópico|Argomento|Onderwerp|Sujet|Emne|Aihe|Konu|トピック|주제)$/
const SERVICE = 'music.youtube.com'

/** `From Google Ads`, in several languages. */
const ADVERTISEMENT = /google[ -](?:ads|anzeigen|広告|광고|广告)/i

/** Returns whether an entry's details say that it was an advertisement. */
export const isAdvertisement = (details: string): boolean => ADVERTISEMENT.test(details)

interface Watch {
  /** `YouTube` or `YouTube Music`. */
  readonly product: unknown
  readonly title: unknown
  readonly url: unknown
  readonly channel: unknown
  readonly isAdvertisement: boolean
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** Returns the row of an entry: a listen if it is music. */
export function readWatch({ product, title, url, channel, isAdvertisement, atMs }: Watch, nowS: number): Row {
  if (isAdvertisement || !PRODUCTS.has(product)) return 'not_music'
  const address = typeof url === 'string' ? url : ''
  if (address !== '' && !address.includes('/watch?v=')) return 'no_play'
  const isMusic = product === MUSIC || address.startsWith(`https://${SERVICE}/`)
  if (typeof channel !== 'string' || typeof title !== 'string') return isMusic ? 'unnamed' : 'not_music'
  if (!isMusic && !TOPIC.test(channel)) return 'not_music'
  // A removed video has its address as its title.
  if (title.startsWith('https://')) return 'unnamed'
  const service = isMusic ? SERVICE : 'youtube.com'
  return toRow(
    { ...readNames(channel, title), listenedAt: atMs / 1000, details: { service, links: { origin_url: address } } },
    nowS,
  )
}

/** Longer titles are not cleaned: they are not track titles. */
const TITLE_MAX = 300
/** `(Official Video)` and the like, at the end of a title. */
const VIDEO_SUFFIX = / ?[([](?:official )?(?:(?:4k|hd|music|lyrics?) )?(?:video|audio|visuali[sz]er)[)\]]$/i

/**
 * Returns artist and title. Only releases have them apart; other videos are `Artist - Title` from a
 * channel. They are split if the channel has the artist's name.
 */
function readNames(channel: string, title: string): { artist: string; title: string } {
  const topic = channel.replace(TOPICS, '')
  if (topic !== channel || title.length > TITLE_MAX) return { artist: topic, title }
  const clean = title.replace(VIDEO_SUFFIX, '')
  const split = clean.indexOf(' - ')
  const artist = clean.slice(0, Math.max(split, 0))
  if (artist === '' || toChannelKey(artist) !== toChannelKey(channel)) return { artist: channel, title: clean }
  return { artist, title: clean.slice(split + 3) }
}

/** Returns a name as channels write it: `RickAstleyVEVO`. */
const toChannelKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ ?(?:vevo|official|music|tv)$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export const isWatchRecord = ({ header, title, time }: Readonly<Record<string, unknown>>): boolean =>
  PRODUCTS.has(header) && typeof title === 'string' && typeof time === 'string'

/**
 * Returns the format of the JSON history. Its titles are phrases in the account language: `Watched
 * Slow Ferry`.
 */
export function watchFormat({ nowS }: ReadContext): Format<unknown> {
  const phrase = createTitlePhrase<Watch>()
  const toRows = (found: ReturnType<typeof phrase.push>): readonly Row[] =>
    found.map(({ entry, title }) => (title === undefined ? 'other_language' : readWatch({ ...entry, title }, nowS)))
  return {
    source: 'youtube-json',
    read(record) {
      const watch = toWatch(record)
      const row = readWatch({ ...watch, title: 'any' }, nowS)
      if (typeof row === 'string' || typeof watch.title !== 'string') return [row]
      return toRows(phrase.push(watch, watch.title, String(watch.channel)))
    },
    finish: () => [toRows(phrase.finish())],
  }
}

function toWatch(record: unknown): Watch {
  const { header, title, titleUrl, subtitles, time, details } = toFields(record)
  const [channel] = Array.isArray(subtitles) ? subtitles : []
  const notes = Array.isArray(details) ? details.slice(0, 10).map((detail) => toFields(detail)['name']) : []
  return {
    product: header,
    title,
    url: titleUrl,
    channel: toFields(channel)['name'],
    isAdvertisement: notes.some((note) => typeof note === 'string' && isAdvertisement(note)),
    atMs: readIsoTime(time),
  }
}
