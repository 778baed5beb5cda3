/** Phrases around titles that are known, in ten languages. */
const PREFIXES = [
  'Watched ',
  'Has visto ',
  'Vous avez regardé ',
  'Angesehen: ',
  'Hai guardato ',
  'Assistiu a ',
  'Ați vizionat ',
  'Ai vizionat ',
  'Obejrzano: ',
  'Просмотрено: ',
]
const SUFFIXES = [' angesehen', ' を視聴しました']

/** An unknown phrase is learned from this many titles by so many channels. */
const TITLES_MIN = 20
const CHANNELS_MIN = 5
const WAITING_MAX = 500
/** A shorter phrase may be in all titles by chance. */
const PHRASE_MIN_LENGTH = 3

/** An entry, and its title without the phrase; undefined if the phrase is unknown. */
interface Titled<Entry> {
  readonly entry: Entry
  readonly title: string | undefined
}

/** Removes the phrase around a history's titles. */
interface TitlePhrase<Entry> {
  /** Returns the entries with titles known now, in order. */
  push(entry: Entry, title: string, channel: string): ReadonlyArray<Titled<Entry>>
  finish(): ReadonlyArray<Titled<Entry>>
}

interface Waiting<Entry> {
  readonly entry: Entry
  readonly title: string
  readonly channel: string
}

interface Phrase {
  readonly prefix: string
  readonly suffix: string
}

/**
 * Returns a phrase remover. Entries in an unknown language wait, at most `WAITING_MAX`, until the
 * part common to all their titles is known: in one file it is the same phrase.
 */
export function createTitlePhrase<Entry>(): TitlePhrase<Entry> {
  let waiting: Array<Waiting<Entry>> = []
  let learned: Phrase | undefined
  const release = (): ReadonlyArray<Titled<Entry>> => {
    learned ??= learnPhrase(waiting)
    const phrase = learned
    const released = waiting.map(({ entry, title }) => ({ entry, title: phrase && cut(title, phrase) }))
    waiting = []
    return released
  }
  return {
    push(entry, title, channel) {
      const known = cutKnown(title)
      if (known !== undefined) return [{ entry, title: known }]
      if (learned !== undefined) return [{ entry, title: cut(title, learned) }]
      waiting.push({ entry, title, channel })
      return isEnough(waiting) || waiting.length >= WAITING_MAX ? release() : []
    },
    finish: release,
  }
}

function cutKnown(title: string): string | undefined {
  const prefix = PREFIXES.find((each) => title.startsWith(each))
  if (prefix !== undefined) return title.slice(prefix.length)
  const suffix = SUFFIXES.find((each) => title.endsWith(each))
  return suffix === undefined ? undefined : title.slice(0, -suffix.length)
}

const cut = (title: string, { prefix, suffix }: Phrase): string | undefined =>
  title.startsWith(prefix) && title.endsWith(suffix) && title.length > prefix.length + suffix.length
    ? title.slice(prefix.length, title.length - suffix.length)
    : undefined

function isEnough(waiting: ReadonlyArray<Waiting<unknown>>): boolean {
  // Counting costs as many steps as entries wait, so it is not done for each entry.
  if (waiting.length < TITLES_MIN || waiting.length % TITLES_MIN !== 0) return false
  return count(waiting, 'title') >= TITLES_MIN && count(waiting, 'channel') >= CHANNELS_MIN
}

const count = (waiting: ReadonlyArray<Waiting<unknown>>, field: 'title' | 'channel'): number =>
  new Set(waiting.map((each) => each[field])).size

/** Phrases are shorter, and longer titles would cost their length. */
const COMPARED_LENGTH = 300

/** Returns what all titles begin and end with, without parts of words at the border. */
function learnPhrase(waiting: ReadonlyArray<Waiting<unknown>>): Phrase | undefined {
  if (count(waiting, 'channel') < CHANNELS_MIN) return undefined
  const titles = waiting.map(({ title }) => title)
  const prefix = commonPart(titles, (title, place) => title[place])
  const suffix = commonPart(titles, (title, place) => title[title.length - 1 - place])
  const [first = ''] = titles
  const phrase = {
    prefix: first.slice(0, prefix).replace(/[\p{L}\p{N}]+$/u, ''),
    suffix: first.slice(first.length - suffix).replace(/^[\p{L}\p{N}]+/u, ''),
  }
  return phrase.prefix.length + phrase.suffix.length >= PHRASE_MIN_LENGTH ? phrase : undefined
}

/** Returns the number of characters that all texts have in common, in the order of `at`. */
function commonPart([first = '', ...rest]: readonly string[], at: (text: string, place: number) => string | undefined) {
  let length = 0
  const isCommon = (character: string | undefined) => rest.every((text) => at(text, length) === character)
  while (length < COMPARED_LENGTH && length < first.length && isCommon(at(first, length))) length++
  return length
}
