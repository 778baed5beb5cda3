import { splitVideoTitle } from '#contract/listening/video-title.ts'
import { byWords, pageTitles, SERVICE_NAME, shareTemplates } from './share-templates.ts'

export interface SharedNames {
  readonly artist: string
  readonly title: string
}

/** The names in a text: those that are certain, else the readings for the user to choose from. */
interface ReadNames {
  readonly names: SharedNames | undefined
  readonly choices: readonly SharedNames[]
}

interface SharedLine {
  readonly text: string
  /** Whether it is an app's subject, not a text that the user may edit. */
  readonly isSubject: boolean
}

/** The most characters that are read per line: two names and the words around them. */
const LINE_MAX = 1200
const LINES_READ = 20
/** Longer texts around "by" or a dash are sentences. */
const CHOICE_WORDS_MAX = 12
const CHOICES_MAX = 4

const NOTHING: ReadNames = { names: undefined, choices: [] }

/** Returns the names in the first line with a certain form, else the possible readings. */
export function readNames(lines: readonly SharedLine[], isVideo: boolean): ReadNames {
  const read = lines
    .map(({ text, isSubject }) => ({ text: cleanLine(text), isSubject }))
    .filter(({ text }) => text !== '')
    .slice(0, LINES_READ)
    .map((line) => readLine(line, isVideo))
  return read.find(({ names }) => names !== undefined) ?? read.find(({ choices }) => choices.length > 0) ?? NOTHING
}

/** Invisible characters that set the direction of a text. */
const DIRECTION = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Control characters and halves of characters. */
const UNFIT = /[\p{Cc}\p{Cs}]/gu
/** Notes and emoji, hashtags and mentions around the names. */
const ORNAMENT =
  /^(?:[\p{Extended_Pictographic}\ufe0f♩-♯►▶]|#nowplaying\b|\s)+|(?:[\p{Extended_Pictographic}\ufe0f♩-♯]|\s[#@][\p{L}\p{N}_]+|\s)+$/giu

const cleanLine = (line: string) =>
  line.slice(0, LINE_MAX).replace(DIRECTION, '').replace(UNFIT, ' ').replace(/\s+/g, ' ').trim()

function readLine({ text, isSubject }: SharedLine, isVideo: boolean): ReadNames {
  const video = readVideo(text, isSubject && isVideo)
  if (video !== undefined) return toCertain(video)
  const page = readPage(removeTail(text)) ?? readPage(text)
  if (page !== undefined) return toCertain(page)
  const shared = readTemplate(text)
  if (shared !== undefined) return shared
  const plain = text.replace(ORNAMENT, '')
  const quoted = readQuoted(plain)
  if (quoted !== undefined) return toCertain(quoted)
  // The wording of an app that is unknown here: its parts are no names.
  return SERVICE_NAME.test(text) ? NOTHING : { names: undefined, choices: listChoices(plain) }
}

/** Returns the reading, unless the artist may be the end of a title: "Down by the River". */
function toCertain(read: SharedNames): ReadNames {
  const names = trimNames(read)
  if (names.artist === '' || names.title === '') return NOTHING
  return isDoubtful(names) ? { names: undefined, choices: [names] } : { names, choices: [] }
}

const trimNames = ({ artist, title }: SharedNames): SharedNames => ({ artist: unquote(artist), title: unquote(title) })

const PRONOUNS = new Set(['me', 'you', 'him', 'her', 'it', 'us', 'them', 'my', 'your', 'his', 'our', 'their', 'myself'])

function isDoubtful({ artist, title }: SharedNames): boolean {
  const [first = ''] = artist.split(' ')
  const last = title.split(' ').at(-1) ?? ''
  return /^\p{Ll}/u.test(first) || PRONOUNS.has(first.toLowerCase()) || first.toLowerCase() === last.toLowerCase()
}

const QUOTE = /["“”„«»‹›]/g
const QUOTES = /^["“”„«»‹›\s]+|["“”„«»‹›\s]+$/g
const unquote = (text: string) => text.replace(QUOTES, '')

const YOUTUBE_PAGE = /^(.+) - YouTube$/i

/** Reads `Watch "Artist - Title (Official Video)" on YouTube`, and the same title as a subject. */
function readVideo(text: string, isTitle: boolean): SharedNames | undefined {
  const title = findQuotedVideo(text) ?? YOUTUBE_PAGE.exec(text)?.[1] ?? (isTitle ? text : undefined)
  return title === undefined ? undefined : splitVideoTitle(unquote(title))
}

/** Returns what is quoted before the name of YouTube. */
function findQuotedVideo(text: string): string | undefined {
  const quotes = [...text.slice(0, Math.max(0, text.indexOf('YouTube'))).matchAll(QUOTE)].map(({ index }) => index)
  const [first] = quotes
  const last = quotes.at(-1)
  return first === undefined || last === undefined || first === last ? undefined : text.slice(first, last)
}

function readPage(text: string): SharedNames | undefined {
  for (const pattern of pageTitles) {
    const { title, artist } = pattern.exec(text)?.groups ?? {}
    if (title !== undefined && artist !== undefined) return { title, artist }
  }
  return undefined
}

/** Reads the wording of an app. More than one "by" leaves the choice to the user. */
function readTemplate(text: string): ReadNames | undefined {
  for (const { pattern, by } of shareTemplates) {
    const inner = pattern.exec(text)?.[1]
    if (inner === undefined) continue
    const quoted = readQuoted(inner)
    if (quoted !== undefined) return toCertain(quoted)
    const splits = splitAt(inner, (word) => by.includes(word))
    const [only] = splits
    if (only !== undefined && splits.length === 1) return toCertain(only)
    if (splits.length > 1) return { names: undefined, choices: splits.slice(0, CHOICES_MAX).map(trimNames) }
  }
  return undefined
}

/** The most characters before a quoted title. */
const BEFORE_QUOTE_MAX = 60
const AFTER_QUOTE = new RegExp(`^,? (?:${[...byWords].join('|')}|[-–—]) (.{1,500})$`, 'iu')

/** Reads `"Title" by Artist`, also after words: `Check out this on TIDAL: "Title" by Artist`. */
function readQuoted(text: string): SharedNames | undefined {
  const [open, ...quotes] = [...text.matchAll(QUOTE)].map(({ index }) => index)
  if (open === undefined || open > BEFORE_QUOTE_MAX) return undefined
  for (const close of quotes) {
    const artist = AFTER_QUOTE.exec(text.slice(close + 1))?.[1]
    if (artist !== undefined) return { title: text.slice(open, close), artist: removeTail(artist) }
  }
  return undefined
}

/** What ends a line after the names: "| Spotify", "on @Deezer". */
const TAIL =
  /[\s.·|–—-]+(?:on\s+)?[#@]?(?:Spotify|Apple Music|YouTube(?: Music)?|Deezer|TIDAL|SoundCloud|Bandcamp|Last\.fm|ListenBrainz|MusicBrainz)[\s.!|]*$/i
const removeTail = (text: string) => text.replace(TAIL, '').trim()

/** Splits a line at each of the words; the last split first: titles contain them more often. */
function splitAt(text: string, isBetween: (word: string) => boolean): SharedNames[] {
  const words = text.split(' ')
  const splits = words.flatMap((word, at) => {
    if (at === 0 || at === words.length - 1 || !isBetween(word)) return []
    return [{ title: words.slice(0, at).join(' ').replace(/,$/, ''), artist: words.slice(at + 1).join(' ') }]
  })
  return splits.toReversed()
}

const SEPARATOR = /^[-\u2010-\u2015\u2212·•|~]$/

/** Returns the readings as "Title by Artist", and as "Artist - Title" in both orders. */
function listChoices(text: string): readonly SharedNames[] {
  const dashes = splitAt(text, (word) => SEPARATOR.test(word))
  const [last] = dashes
  const first = dashes.at(-1)
  const ordered =
    first === undefined || last === undefined || dashes.length > 2
      ? []
      : [{ artist: first.title, title: first.artist }, last]
  const choices = [...ordered, ...splitAt(text, (word) => byWords.has(word.toLowerCase()))].map(trimNames)
  return choices.filter(isShort).slice(0, CHOICES_MAX)
}

const isShort = ({ artist, title }: SharedNames) =>
  [artist, title].every((name) => name !== '' && name.split(' ').length <= CHOICE_WORDS_MAX)
