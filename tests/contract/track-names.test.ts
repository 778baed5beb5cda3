import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  hasVisibleCharacters,
  NameOrNone,
  normalizeName,
  parseName,
  TRACK_NAME_MAX,
  WrittenName,
} from '#contract/listening/track-names.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { HOSTILE_NAMES, hostileName } from '#tests/support/hostile-names.ts'

test.each([
  ['  Slow   Ferry ', 'Slow Ferry'],
  ['a\tb\nc\r\nd\u00a0e\u3000f', 'a b c d e f'],
  ['NUL\0in\0it', 'NULinit'],
  ['e\u0301', '\u00e9'],
  ['lone \ud83d half', 'lone \ufffd half'],
  ['\u{1f469}\u200d\u{1f680}', '\u{1f469}\u200d\u{1f680}'],
  [`a${'\u0323'.repeat(40)}`, `\u1ea1${'\u0323'.repeat(29)}`],
  ['\u0323'.repeat(40), '\u0323'.repeat(30)],
  [`${' '.repeat(5000)}x`, 'x'],
  ['', ''],
  ['\t \0 \n', ''],
])('the name %j is stored as %j', (sent, stored) => expect(normalizeName(sent)).toBe(stored))

test.each([
  ['500 letters', true, 'x'.repeat(500)],
  ['500 letters and blanks around them', true, `${' '.repeat(5000)}${'x'.repeat(500)} `],
  ['501 letters', false, 'x'.repeat(501)],
  ['250 letters with a mark each', true, 'e\u0301'.repeat(250)],
  ['500 letters with a mark each', true, 'e\u0301'.repeat(500)],
  ['501 letters with a mark each', false, 'e\u0301'.repeat(501)],
  ['27 letters that become 18 each', true, '\ufdfa'.repeat(27)],
  ['28 letters that become 18 each', false, '\ufdfa'.repeat(28)],
  ['250 emoji', true, '\u{1f600}'.repeat(250)],
  ['251 emoji', false, '\u{1f600}'.repeat(251)],
  ['two letters far apart', false, `x${' '.repeat(5000)}y`],
  ['10 kB', false, 'x'.repeat(10_240)],
])('a name of %s is accepted: %s', (_, isAccepted, text) => {
  expect(parseName(text) !== undefined).toBe(isAccepted)
  expect(v.safeParse(WrittenName, text).success).toBe(isAccepted)
})

describe('for hostile names', () => {
  const check = (property: (text: string) => void) => {
    for (const name of HOSTILE_NAMES) property(name)
    fc.assert(fc.property(fc.oneof(hostileName, fc.string({ unit: 'binary', maxLength: 60 })), property), {
      seed: 1,
      numRuns: 2000,
    })
  }

  test('a stored name stays as it is when it is sent again', () => {
    check((text) => {
      expect(normalizeName(normalizeName(text))).toBe(normalizeName(text))
    })
  })

  test('a stored name is well-formed, without NUL, and has the key of the name as sent', () => {
    check((text) => {
      const name = parseName(text)
      if (name === undefined) return
      expect([!/[\uD800-\uDFFF]/u.test(name), name.includes('\0'), name === name.trim()]).toEqual([true, false, true])
      expect(name.normalize('NFKC').length).toBeLessThanOrEqual(TRACK_NAME_MAX)
      if (/\p{Mark}{31}/u.test(text)) return
      expect(nameKey(name)).toBe(nameKey(text.replaceAll('\0', '').replace(/[\uD800-\uDFFF]/gu, '\ufffd')))
    })
  })

  test('a query takes the names that files and players may have, but no NUL', () => {
    check((text) => {
      const isAccepted = parseName(text) !== undefined && !text.includes('\0')
      expect(v.safeParse(NameOrNone, text)).toMatchObject(
        isAccepted ? { success: true, output: normalizeName(text) } : { success: false },
      )
    })
  })

  test('a name of invisible characters alone has no visible ones', () => {
    for (const name of ['', '\u200b\u200d', '\u00ad', '\u115f', '\u2060\ufeff', '\u0007'])
      expect(hasVisibleCharacters(normalizeName(name))).toBe(false)
    for (const name of ['x', '7', '\u00e9', '\u65e5', '!', '\u{1f600}', '\u200bx'])
      expect(hasVisibleCharacters(name)).toBe(true)
  })
})

test('no text takes long to check', () => {
  const texts = [
    'x ',
    'e\u0301',
    'a\u0301\u0323',
    '\u0301\u0323',
    '\ufdfa',
    '\u{1f600}',
    '\u200b',
    '\0',
    ' ',
    '\ud800',
  ].map((unit) => unit.repeat(10_000_000 / unit.length))
  const before = process.cpuUsage()
  for (const text of texts) {
    parseName(text)
    normalizeName(text)
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(3000) // a busy machine takes twice as long
})
