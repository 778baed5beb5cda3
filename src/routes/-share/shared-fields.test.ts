import { expect, test } from 'vitest'
import { parseSharedText } from '#src/listening/shared-links/parse-shared-text.ts'
import { readFields, toSharePath } from './shared-fields.ts'

const chatter = 'word '.repeat(700)

test.each([
  'I used Shazam to discover Teardrop by Massive Attack.',
  'Massive Attack - Teardrop',
  '“Stand by Me” by Ben E. King',
])('a long text is reduced for the address after a log-in, and %j is read from it as before', (line) => {
  const text = `${line}\n${chatter}`
  const { artist, title, choices } = parseSharedText({ text })
  const path = toSharePath({ text })
  const fields = readFields(Object.fromEntries(new URLSearchParams(path.slice(path.indexOf('?')))))
  expect(path.length).toBeLessThan(500)
  expect(parseSharedText(fields ?? {})).toMatchObject({ artist, title, choices })
})
