import fc from 'fast-check'

/** Texts that may break parsers, queries, terminals and tables. */
const HOSTILE = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  '"; drop table members; --',
  '%_\\%',
  '<script>alert(1)</script>',
  '<![CDATA[x]]>',
  '../../etc/passwd',
  'a\0b',
  'a\r\nSet-Cookie: x=1',
  '\u001b[2J',
  '\u202eabc',
  '\ud800',
  '\ufdfa'.repeat(64),
  '\u0130'.repeat(64),
  'e\u0301'.repeat(200),
  'ß'.repeat(64),
  '👨‍👩‍👧‍👦'.repeat(20),
  'a'.repeat(1000),
  '%'.repeat(64),
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-30',
  '2026-11-24T12:00:00+99:99',
  '00000000-0000-0000-0000-000000000000',
  'https://127.0.0.1:1/',
  'javascript:alert(1)',
] as const

const hostileText = fc.constantFrom(...HOSTILE)

export const anyText = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.nat({ max: 100 }).map((n) => '\ufdfa'.repeat(n)) },
)

/** Generates a text as sent in a query: encoded or broken. */
export const encodedText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: text.map(encodeTolerantly) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%C0%80', '%ED%A0%80', '%00', '+', '%FF%FE', '%u0041', '=', ';'),
    },
  )

/** Encodes a lone surrogate, which `encodeURIComponent` rejects, as CESU-8. */
export const encodeTolerantly = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', () => '%ED%A0%80')

/** JSON values where other types are expected. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    9_007_199_254_740_992,
    [],
    {},
    [[]],
    { toString: 1 },
    { valueOf: 1 },
    { length: 1e9 },
    { constructor: { prototype: 1 } },
  ),
  fc.nat({ max: 5000 }).map((depth) => nest(depth)),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Returns a placeholder in a JSON document for lists nested to this depth. */
const nest = (depth: number): string => `nested-${depth}`

/** Returns JSON with its nested lists written out: a recursive writer would overflow. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(/"nested-(\d+)"/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))

/** Generates bytes that are partly changed, cut off, repeated or inserted. */
export function mutated(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const change = fc.record({
    how: fc.constantFrom('set', 'set', 'set', 'cut', 'insert', 'double'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    byte: fc.nat({ max: 255 }),
    length: fc.nat({ max: 64 }),
  })
  return fc.tuple(bytes, fc.array(change, { maxLength: 8 })).map(([original, changes]) => {
    let result = Buffer.from(original)
    for (const { how, at, byte, length } of changes) {
      const place = Math.floor(at * result.length)
      if (how === 'set' && result.length > 0) result[place] = byte
      if (how === 'cut') result = result.subarray(0, place)
      if (how === 'insert')
        result = Buffer.concat([result.subarray(0, place), Buffer.alloc(length, byte), result.subarray(place)])
      if (how === 'double' && result.length < 500_000) result = Buffer.concat([result, result])
    }
    return result
  })
}
