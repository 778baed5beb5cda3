import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LIMITS_BY_ENDPOINT, listLimits } from '#server/http/limits.ts'
import { BACKLOG_MAX, INBOX_MAX } from '#server/listening/scrobbling/aggregator.ts'
import { BODY_MAX_BYTES, LISTENS_MAX } from '#server/listening/scrobbling/listenbrainz-submission.ts'

/** The document without the spaces that align the columns of its tables. */
const documented = (await readFile('docs/security.md', 'utf8')).replaceAll(/ {2,}/g, ' ')

test('docs/security.md names only files that exist as evidence', () => {
  const paths = [...documented.matchAll(/`((?:server|src|sw|tests|contract)\/[^`\s]+)`/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('docs/security.md lists the limits of every endpoint as the server applies them', () => {
  const rows = Object.entries(LIMITS_BY_ENDPOINT).map(([name, limits]) => `| ${name} | ${limits.join(', ')} |`)
  for (const method of ['GET', 'POST'] as const) {
    const others = listLimits({ method, path: '/api/every/other' })
    rows.push(`| every other ${method} | ${others.join(', ')} |`)
  }
  expect(rows.filter((row) => !documented.includes(row))).toEqual([])
})

test('docs/security.md lists the bounds of scrobbles as the server applies them', () => {
  const format = (value: number) => value.toLocaleString('en')
  const rows = [
    `| ListenBrainz submission | ${format(LISTENS_MAX)} listens of ${format(BODY_MAX_BYTES / LISTENS_MAX)} bytes, depth 32 |`,
    `| Pending scrobbles of a member | ${format(BACKLOG_MAX)}, measured every 5 s, then 503 |`,
    `| Scrobbles in the inbox | ${format(INBOX_MAX)}, measured every 5 s, then 503 |`,
  ]
  expect(rows.filter((row) => !documented.includes(row))).toEqual([])
})

test('docs/security.md gives every ASVS row a known status and evidence', () => {
  const rows = documented.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  expect(rows).toHaveLength(171)
  expect(rows.filter((row) => !/^\| [\d.]+ \| [12] \| (met|partly|no) \| .+ \|$/.test(row))).toEqual([])
})
