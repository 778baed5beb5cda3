import { createOffsets, createWallTime, toOffset, toWall } from './wall-time.ts'

/** Longer texts are no dates. */
const LENGTH_MAX = 80
/**
 * Languages with known month names. Croatian is not among them: its months are other ones in Polish
 * and Czech.
 */
const LANGUAGES = 'en de fr es it pt nl sv da nb fi pl cs sk sl hu ro bg ru uk tr el id ms ca et lv lt he hi'.split(' ')
const AFTERNOON = /\b(?:p\.? ?m\.?|ptg)(?![a-z])|오후|下午|午後|μ\.μ\./iu
const MORNING = /\b(?:a\.? ?m\.?|pg)(?![a-z])|오전|上午|午前|π\.μ\./iu
/** Twelve digits in a date with dots are no time. */
const TIME = /(?<!\d)(\d{1,2})(?:[:.]|시 ?|時)(\d{2})(?:[:.]|분 ?|分)(\d{2})(?!\d)(?:초|秒)?/u

/**
 * Zone offsets by abbreviation, in hours: those that a language calls so. If an abbreviation has
 * several, the first is the usual one.
 */
const ABBREVIATIONS: Readonly<Record<string, readonly number[]>> = {
  PST: [-8],
  PDT: [-7],
  MST: [-7],
  MDT: [-6],
  CST: [-6, 8],
  CDT: [-5],
  EST: [-5],
  EDT: [-4],
  AKST: [-9],
  AKDT: [-8],
  HST: [-10],
  AST: [-4, 3],
  ADT: [-3],
  NST: [-3.5],
  NDT: [-2.5],
  HNE: [-5],
  HAE: [-4],
  HNC: [-6],
  HAC: [-5],
  HNR: [-7],
  HAR: [-6],
  HNP: [-8],
  HAP: [-7],
  BRT: [-3],
  ART: [-3],
  WET: [0],
  WEST: [1],
  WEZ: [0],
  WESZ: [1],
  BST: [1, 6],
  CET: [1],
  CEST: [2],
  MEZ: [1],
  MESZ: [2],
  SEČ: [1],
  SELČ: [2],
  EET: [2],
  EEST: [3],
  OEZ: [2],
  OESZ: [3],
  MSK: [3],
  TRT: [3],
  IST: [5.5, 1, 2],
  IDT: [3],
  PKT: [5],
  WIB: [7],
  WITA: [8],
  WIT: [9],
  SGT: [8],
  HKT: [8],
  MYT: [8],
  JST: [9],
  KST: [9],
  AWST: [8],
  ACST: [9.5],
  ACDT: [10.5],
  AEST: [10],
  AEDT: [11],
  NZST: [12],
  NZDT: [13],
  SAST: [2],
  CAT: [2],
  EAT: [3],
  WAT: [1],
}
const HOUR_MS = 3_600_000
/** A zone by its offset. */
const OFFSET = /(?:GMT|UTC)(?: ?[+\-\u2212]\d{1,2}(?::?\d{2})?)?(?![A-Za-z])/

/** Reads dates as services write them for people; returns milliseconds since 1970, or NaN. */
export type WrittenDates = (text: string) => number

/**
 * Returns a reader for dates such as `Jul 3, 2026, 12:41:03 PM PDT` or `03.07.2026, 12:41:03 MESZ`
 * in many languages. `timeZone` is for dates without a zone, and decides between the zones with one
 * abbreviation.
 */
export function createWrittenDates(timeZone: string): WrittenDates {
  const wallTime = createWallTime(timeZone)
  const offsetAt = createOffsets(timeZone)
  return (written) => {
    if (written.length > LENGTH_MAX) return Number.NaN
    const text = written.replaceAll(/[\u200e\u200f]/g, '').replaceAll(/\s+/g, ' ')
    const offset = OFFSET.exec(text)?.[0]
    const clock = offset === undefined ? text : text.replace(offset, '')
    const time = TIME.exec(clock)
    if (time === null) return Number.NaN
    const [whole, hour, minute, second] = time
    const around = [clock.slice(0, time.index), clock.slice(time.index + whole.length)]
    const [before = '', after = ''] = around.map((each) => each.replace(AFTERNOON, '').replace(MORNING, '').trim())
    // Vietnamese has the time first.
    const [date, zone] = /\d/.test(before) ? [before, after] : [after, '']
    const day = readDay(date.replace(/[,，、 ]+$/u, ''))
    if (day === undefined) return Number.NaN
    const wall = toWall([...day, to24(Number(hour), around.join(' ')), Number(minute), Number(second)])
    if (offset !== undefined) return wall - toOffset(offset.replace(' ', ''))
    if (zone === '') return wallTime(wall)
    const offsets = ABBREVIATIONS[zone]?.map((hours) => hours * HOUR_MS) ?? []
    return wall - (offsets.find((each) => each === offsetAt(wall - each)) ?? offsets[0] ?? Number.NaN)
  }
}

function to24(hour: number, around: string): number {
  if (AFTERNOON.test(around)) return hour === 12 ? 12 : hour + 12
  return MORNING.test(around) && hour === 12 ? 0 : hour
}

/** Returns a date's year, month and day in any usual order. */
function readDay(text: string): readonly [number, number, number] | undefined {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  const word = text.match(/[\p{L}\p{M}]+/gu)?.map((each) => months().get(each.toLowerCase())) ?? []
  const month = word.find((each) => each !== undefined)
  const year = numbers.find((number) => number >= 1000)
  if (year === undefined) return undefined
  // `3. srp 2026.`: Croatian, which has no known months.
  if (month !== undefined && /^\d{1,2}\. \p{L}+ \d{4}\.$/u.test(text)) return undefined
  const rest = numbers.filter((number) => number < 1000)
  if (month !== undefined) return rest.length === 1 ? [year, month, rest[0] ?? 0] : undefined
  const [first, second] = rest
  if (first === undefined || second === undefined || rest.length > 2) return undefined
  // A year first is followed by the month, a year last preceded by it.
  return numbers[0] === year ? [year, first, second] : [year, second, first]
}

let known: ReadonlyMap<string, number> | undefined

/** Returns month numbers by their names and abbreviations in lower case. Takes 50 ms once. */
function months(): ReadonlyMap<string, number> {
  known ??= new Map(LANGUAGES.flatMap((language) => STYLES.flatMap((style) => namesOfMonths(language, style))))
  return known
}

/** Languages have other forms beside a day. */
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'short' },
  { month: 'long' },
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long' },
]

function namesOfMonths(language: string, style: Intl.DateTimeFormatOptions): ReadonlyArray<[string, number]> {
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, place) => {
    const parts = format.formatToParts(Date.UTC(2024, place, 15))
    const name = parts.find(({ type }) => type === 'month')?.value ?? ''
    // Catalan writes `de juliol`.
    return [
      name
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu)
        ?.at(-1) ?? '',
      place + 1,
    ]
  })
}
