import {
  LINK_MAX,
  type LinkProblem,
  type LinkService,
  recognizeLink,
  type TrackLink,
} from '#contract/listening/recognize-link.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { splitVideoTitle } from '#contract/listening/video-title.ts'

/** The fields of the share target. Apps put the link into any of them, mostly into the text. */
export interface SharedFields {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly url?: string | undefined
}

/** What shared fields or a pasted text contain. */
export interface SharedText {
  readonly link: TrackLink | undefined
  /** Why there is no link; `no_link` if the text has none. */
  readonly problem: LinkProblem | 'no_link' | undefined
  /** Names in the URL or the text; empty if unknown. */
  readonly artist: string
  readonly title: string
  /** Whether the names come from the URL: they need no look-up. */
  readonly isExact: boolean
  /** Whether a field was longer than what is read. */
  readonly isCut: boolean
}

/** The number of characters that are read of each field. */
export const SHARED_TEXT_MAX = 4000
/** The number of characters that are read of a line: two names and the words around them. */
const LINE_MAX = 1200
/** The number of links that are tried. */
const LINKS_TRIED = 10

const LINK = /\bhttps?:\/\/[^\s<>"“”«»]+|\bspotify:track:[A-Za-z0-9]{22}\b/gi
/** Punctuation after a link in a sentence. */
const AFTER_LINK = /[)\].,;:!?'’…]+$/

/** Reads the link and the names of shared fields. Never throws. */
export function parseSharedText(fields: SharedFields): SharedText {
  const given = [fields.url, fields.text, fields.title].map((field) => field ?? '')
  const read = given.map(cutText)
  const { link, problem } = findLink(read)
  const isCut = given.some((field) => field.length > SHARED_TEXT_MAX)
  if (link?.names !== undefined) return { link, problem, ...cutNames(link.names), isExact: true, isCut }
  const [, text = '', title = ''] = read
  const names = readNames([text, title], link?.service)
  // The title alone is often that of the track, but any text could be anything.
  const known = names.artist !== '' || link === undefined ? names : { artist: '', title: readTitle(title) }
  return { link, problem, ...cutNames(known), isExact: false, isCut }
}

/** Returns whether a typed or pasted text contains a link. */
export const hasLink = (text: string): boolean => text.slice(0, SHARED_TEXT_MAX).search(LINK) !== -1

const cutText = (text: string) => text.slice(0, SHARED_TEXT_MAX).replaceAll('\0', '')

const cutNames = ({ artist, title }: { artist: string; title: string }) => ({
  artist: cutName(artist),
  title: cutName(title),
})

/** Never ends in the first half of a character beyond the BMP, which no URL can contain. */
const cutName = (name: string) =>
  name
    .replace(/\s+/g, ' ')
    .slice(0, TRACK_NAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

function findLink(texts: readonly string[]): Pick<SharedText, 'link' | 'problem'> {
  const candidates = texts.flatMap((text) => text.match(LINK) ?? []).slice(0, LINKS_TRIED)
  let problem: SharedText['problem'] = 'no_link'
  for (const candidate of candidates) {
    const plain = candidate.length > LINK_MAX ? candidate : candidate.replace(AFTER_LINK, '')
    const recognized = recognizeLink(plain)
    if (recognized.link !== undefined) return { link: recognized.link, problem: undefined }
    // The problem of a service's link is more useful than that of another one.
    if (problem === 'no_link' || recognized.problem === 'not_a_track') ({ problem } = recognized)
  }
  return { link: undefined, problem }
}

/** What apps write before the names: "Here's a song for you… Slow Ferry by Nine Rooms". */
const LEAD_IN =
  /^(?:here[’']?s a song for you|(?:hey,? )?check (?:out|this out)|(?:now )?listen(?:ing)? to|i[’']?m listening to|watch|now playing|#nowplaying)\b[\s:!.…,]*(?:this track on \w+[\s:!.]*)?/i
/** And after them. */
const LEAD_OUT =
  /[\s,.|·–—-]+(?:on\s+@?(?:spotify|apple music|youtube(?: music)?|deezer|tidal|last\.fm|listenbrainz|musicbrainz)|(?:@|#)\w+|\|?\s*(?:spotify|deezer|tidal|youtube music|last\.fm))[\s.!|]*$/i
const QUOTES = /^["“”„«»'‘’]+|["“”„«»'‘’]+$/g
const QUOTED_BY = /^["“„«](.{1,500}?)["”“»]\s+(?:by|de|von|di|par)\s+(.{1,500})$/i
const BY = /^(.{1,500})\s+by\s+(.{1,500})$/i
/** In the titles of Spotify's pages. */
const KIND = /\s+[-–—·]\s+(?:song|single|song and lyrics)$/i

type Names = Pick<SharedText, 'artist' | 'title'>
const NO_NAMES: Names = { artist: '', title: '' }

/** Returns the names in the first of the texts that has both, else a title alone. */
function readNames(texts: readonly string[], service: LinkService | undefined): Names {
  const lines = texts.flatMap((text) => text.replace(LINK, '\n').split(/[\r\n]+/)).map(trimLine)
  const filled = lines.filter((line) => line !== '').slice(0, LINKS_TRIED)
  for (const line of filled) {
    const names = readLine(line, service)
    if (names.artist !== '') return names
  }
  return NO_NAMES
}

const readTitle = (title: string): string => unquote(trimLine(title.replace(LINK, ' ')))

function readLine(line: string, service: LinkService | undefined): Names {
  const quoted = QUOTED_BY.exec(line)
  if (quoted !== null) return toNames(quoted[1], quoted[2])
  const by = BY.exec(line)
  if (by !== null) return toNames(by[1]?.replace(KIND, ''), by[2])
  // "Artist - Title" is the form of videos; elsewhere either may be first.
  const video = service === 'youtube' ? splitVideoTitle(unquote(line)) : undefined
  return video ?? NO_NAMES
}

const toNames = (title = '', artist = ''): Names => ({ artist: unquote(artist), title: unquote(title) })

const unquote = (text: string) => text.replace(QUOTES, '').trim()

/** Returns the line without what apps write around the names. */
function trimLine(line: string): string {
  let trimmed = line.replace(/\s+/g, ' ').trim().slice(0, LINE_MAX)
  for (let round = 0; round < 3; round++) trimmed = trimmed.replace(LEAD_IN, '').replace(LEAD_OUT, '').trim()
  return trimmed
}
