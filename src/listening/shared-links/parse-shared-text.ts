import { LINK_MAX, type LinkProblem, recognizeLink, type TrackLink } from '#contract/listening/recognize-link.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { readNames, type SharedNames } from './read-names.ts'
import { SERVICE_NAME } from './share-templates.ts'

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
  /** Names in the URL or the text, if they are certain; empty otherwise. */
  readonly artist: string
  readonly title: string
  /** What the text may mean, if the names are not certain. */
  readonly choices: readonly SharedNames[]
  /** Whether the names come from the URL: they need no look-up. */
  readonly isExact: boolean
  /** Whether a field was longer than what is read. */
  readonly isCut: boolean
}

export const SHARED_TEXT_MAX = 4000
const LINKS_TRIED = 10

const LINK = /\bhttps?:\/\/[^\s<>"“”«»]+|\bspotify:track:[A-Za-z0-9]{22}\b/gi
/** A link without its scheme, as some apps write it. */
const BARE_LINK = /\b(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}\/\S*/gi
/** Punctuation after a link in a sentence. */
const AFTER_LINK = /[)\].,;:!?'’…]+$/

/** Reads the link and the names from shared fields. Never throws. */
export function parseSharedText(fields: SharedFields): SharedText {
  const texts = [fields.url, fields.text, fields.title].map((field) => field ?? '')
  const read = texts.map(cutText)
  const { link, problem } = findLink(read)
  const isCut = texts.some((field) => field.length > SHARED_TEXT_MAX)
  if (link?.names !== undefined) return { link, problem, ...cutNames(link.names), choices: [], isExact: true, isCut }
  const [, text = '', title = ''] = read
  return { link, problem, ...findNames(text, title, { link, problem }), isExact: false, isCut }
}

export const hasLink = (text: string): boolean => text.slice(0, SHARED_TEXT_MAX).search(LINK) !== -1

const cutText = (text: string) => text.slice(0, SHARED_TEXT_MAX).replaceAll('\0', '')

const cutNames = ({ artist, title }: SharedNames) => ({ artist: cutName(artist), title: cutName(title) })

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
    // A service link's problem is more useful than another link's.
    if (problem === 'no_link' || recognized.problem === 'not_a_track') ({ problem } = recognized)
  }
  return { link: undefined, problem }
}

type Found = Pick<SharedText, 'artist' | 'title' | 'choices'>
const NONE: Found = { artist: '', title: '', choices: [] }

function findNames(text: string, title: string, { link, problem }: Pick<SharedText, 'link' | 'problem'>): Found {
  // The names are from an album or a playlist.
  if (problem === 'not_a_track') return NONE
  const { names, choices } = readNames(
    [
      ...toLines(text).map((line) => ({ text: line, isSubject: false })),
      ...toLines(title).map((line) => ({ text: line, isSubject: true })),
    ],
    link?.service === 'youtube',
  )
  if (names !== undefined) return { ...cutNames(names), choices: [] }
  if (choices.length > 0) return { ...NONE, choices: choices.map(cutNames) }
  // The title alone is often that of the track, but any text could be anything.
  const [subject = ''] = toLines(title)
  return link === undefined || SERVICE_NAME.test(subject)
    ? NONE
    : { ...NONE, ...cutNames({ artist: '', title: subject }) }
}

const toLines = (text: string) =>
  text
    .replace(LINK, '\n')
    .replace(BARE_LINK, '\n')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
