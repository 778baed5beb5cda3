import { describe, expect, test } from 'vitest'
import { type CreditPart, listPossibleArtists, looksLikeCredit, splitByKnown, splitBySent } from './split-credit.ts'

const show = (parts: readonly CreditPart[] | undefined) =>
  parts === undefined ? 'one' : parts.map(({ name, joiner }) => `[${name}]${joiner}`).join('')

describe('a credit of known artists', () => {
  test.each([
    ['Ada feat. Bo', '[Ada] feat. [Bo]'],
    ['Ada ft. Bo', '[Ada] ft. [Bo]'],
    ['Ada Feat Bo', '[Ada] Feat [Bo]'],
    ['Ada featuring Bo', '[Ada] featuring [Bo]'],
    ['Ada (feat. Bo)', '[Ada] (feat. [Bo])'],
    ['Ada [ft. Bo & Cleo] & Dan', '[Ada] [ft. [Bo] & [Cleo]] & [Dan]'],
    ['Ada & Bo', '[Ada] & [Bo]'],
    ['Ada, Bo & Cleo', '[Ada], [Bo] & [Cleo]'],
    ['Ada • Bo', '[Ada] • [Bo]'],
    ['Ada x Bo', '[Ada] x [Bo]'],
    ['Ada; Bo', '[Ada]; [Bo]'],
    ['Ada;Bo', '[Ada];[Bo]'],
    ['Ada with Bo', '[Ada] with [Bo]'],
    ['Ada vs. Bo', '[Ada] vs. [Bo]'],
    ['Ada vs Bo', '[Ada] vs [Bo]'],
    ['ada feat. BO', '[ada] feat. [BO]'],
    ['Tyler, The Creator & Ada', '[Tyler, The Creator] & [Ada]'],
    ['Bo feat. Simon & Garfunkel', '[Bo] feat. [Simon & Garfunkel]'],
    ['Simon & Garfunkel feat. Bo', '[Simon & Garfunkel] feat. [Bo]'],
  ])('%s is split', (credit, parts) => {
    const known = ['ada', 'bo', 'cleo', 'dan', 'tyler, the creator', 'simon & garfunkel']
    expect(show(splitByKnown(credit, (name) => known.includes(name.toLowerCase())))).toBe(parts)
    expect(looksLikeCredit(credit)).toBe(true)
  })

  test.each([
    'Simon & Garfunkel',
    'Tyler, The Creator',
    'Ada & Garfunkel',
    'Ada feat. Unknown',
    'Ada',
    'Ada &',
    '& Ada',
    'Ada&Bo',
    'Xavier Axel',
    'Ada & ada',
    'Ada & Bo & Ada',
    'Ada; ; Bo',
    '',
  ])('%s stays one', (credit) => {
    expect(splitByKnown(credit, (name) => ['ada', 'bo', 'simon', 'tyler'].includes(name.toLowerCase()))).toBeUndefined()
  })

  test('a name beside a separator that names also have needs more evidence', () => {
    const requested: string[] = []
    splitByKnown('Ada & Bo feat. Cleo', (name, isWeak) => {
      requested.push(`${name}: ${isWeak}`)
      return true
    })
    expect(requested).toEqual(expect.arrayContaining(['Ada: true', 'Bo: true', 'Cleo: false', 'Ada & Bo: false']))
  })

  test('the names that are looked up are those of adjacent parts, without the credit itself', () => {
    expect(listPossibleArtists('A, B & C')).toEqual(['A', 'A, B', 'B', 'B & C', 'C'])
    expect(listPossibleArtists('Ada')).toEqual([])
  })
})

describe('a credit with a list of its artists', () => {
  test.each<[string, readonly string[] | number, string, boolean]>([
    ['Ada; Guest', ['Ada', 'Guest'], '[Ada]; [Guest]', false],
    ['Ada • Guest', 2, '[Ada] • [Guest]', false],
    ['Ada feat. Guest', 2, '[Ada] feat. [Guest]', false],
    ['Ada (feat. Guest)', ['Ada', 'Guest'], '[Ada] (feat. [Guest])', false],
    ['Ada & Guest', ['Ada', 'Guest'], '[Ada] & [Guest]', true],
    ['Ada / Guest', ['Ada', 'Guest'], '[Ada] / [Guest]', true],
    ['Ada and Guest', ['Ada', 'Guest'], '[Ada] and [Guest]', true],
    ['Ada, B; Guest', ['Ada, B', 'Guest'], '[Ada, B]; [Guest]', false],
  ])('%s is split', (credit, sent, parts, isWeak) => {
    const split = splitBySent(credit, sent)
    expect([show(split?.parts), split?.isWeak]).toEqual([parts, isWeak])
  })

  test.each<[string, readonly string[] | number]>([
    ['Ada; Guest', ['Ada']],
    ['Ada; Guest', ['Ada', '']],
    ['Ada; Guest', ['Guest', 'Ada']],
    ['Ada; Guest', ['Ada', 'Other']],
    ['Ada; Guest; Bo', ['Ada', 'Bo']],
    ['Ada', ['Ada', 'Guest']],
    ['Ada; Ada', ['Ada', 'Ada']],
    ['Ada; Guest', 3],
    ['AdaGuest', ['Ada', 'Guest']],
  ])('%s with %j stays one', (credit, sent) => {
    expect(splitBySent(credit, sent)).toBeUndefined()
  })
})

test('credits of thousands of artists and of a megabyte stay one, at once', () => {
  const started = performance.now()
  const names = Array.from({ length: 10_000 }, (_, place) => `N${place}`)
  const credits = [names.join(' & '), 'a & '.repeat(250_000), ' '.repeat(1_000_000), `${'('.repeat(500_000)} feat. `]
  for (const credit of credits) {
    expect(splitByKnown(credit, () => true)).toBeUndefined()
    expect(splitBySent(credit, names)).toBeUndefined()
    expect(splitBySent(credit, names.length)).toBeUndefined()
  }
  for (const short of ['a & '.repeat(250), ', '.repeat(500), ' feat. '.repeat(140), 'a ('.repeat(300)])
    expect(splitByKnown(short, () => true)).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(1000)
})
