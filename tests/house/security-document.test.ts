import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MAILED_RESET_MS, RESET_LINK_MS } from '#server/accounts/rules.ts'
import { settingNames } from '#server/config/misspelled.ts'
import { LIMITS_BY_ENDPOINT, listLimits } from '#server/http/limits.ts'
import { sessionCookie } from '#server/http/session.ts'
import { BACKLOG_MAX, INBOX_MAX } from '#server/music-services/scrobbling/aggregator.ts'
import { BODY_MAX_BYTES, LISTENS_MAX } from '#server/music-services/scrobbling/listenbrainz-submission.ts'

/** The document without the spaces that align its tables' columns. */
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

interface Requirement {
  readonly id: string
  readonly status: string
  readonly evidence: string
}

const requirements: readonly Requirement[] = [
  ...documented.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| (\w+) \| (.+) \|$/gm),
].map(([, id = '', status = '', evidence = '']) => ({ id, status, evidence }))

test('docs/security.md gives every ASVS row a known status and evidence', () => {
  expect(requirements).toHaveLength(171)
  expect(requirements.filter(({ status }) => !['met', 'partly', 'no'].includes(status))).toEqual([])
})

test('the summary of docs/security.md counts the rows of each chapter', () => {
  const count = (chapter: string) =>
    ['met', 'partly', 'no'].map(
      (status) =>
        requirements.filter((row) => row.status === status && (chapter === 'all' || row.id.startsWith(`${chapter}.`)))
          .length,
    )
  const summary = [...documented.matchAll(/^\| (all|\d+)[A-Za-z ]* \| (\d+) \| (\d+) \| (\d+) \|$/gm)]
  const counted = summary.map(([, chapter = '']) => [chapter, ...count(chapter)])
  expect(summary.map(([, chapter, ...numbers]) => [chapter, ...numbers.map(Number)])).toEqual(counted)
  const chapters = new Set(requirements.map(({ id }) => id.split('.')[0]))
  expect(new Set(counted.map(([chapter]) => chapter))).toEqual(new Set([...chapters, 'all']))
})

test('docs/security.md names only tests that exist, and each by its title', async () => {
  const named = [...documented.matchAll(/^\| (\d+\.\d+\.\d+) \| `([^`]+)` \| (.+) \|$/gm)]
  expect(named.length).toBeGreaterThan(80)
  const missing: string[] = []
  for (const [, id = '', path = '', title = ''] of named) {
    const titles = existsSync(path) ? listTitles(await readFile(path, 'utf8')) : []
    const isKnown = requirements.some((row) => row.id === id)
    if (!isKnown || !titles.includes(title.replaceAll('\\', ''))) missing.push(`${id} ${path}: ${title}`)
  }
  expect(missing).toEqual([])
  // A file alone is no evidence: any test in it could be the one.
  const files = requirements.filter(({ evidence }) => /\.(?:test|spec)\.tsx?`/.test(evidence))
  expect(files).toEqual([])
})

test('docs/security.md gives every met row a test, or a reason why it has none', () => {
  const [, table = ''] = /These rows are met without a test:\n\n([^]+?)\n\n/.exec(documented) ?? []
  const reasons = [...table.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]{10,}) \|$/gm)].map(([, id]) => id)
  const tested = documented.matchAll(/^\| (\d+\.\d+\.\d+) \| `[^`]+` \| .+ \|$/gm).map(([, id]) => id)
  const shown = [...new Set(tested), ...reasons]
  const met = requirements.filter(({ status }) => status === 'met').map(({ id }) => id)
  expect(met.filter((id) => !shown.includes(id))).toEqual([])
  expect(shown.filter((id, place) => shown.indexOf(id) !== place)).toEqual([])
  // A row that no test can check is one about the organisation, the language or a text.
  expect(reasons).toEqual(['1.4.1', '2.1.2', '3.5.4'])
})

test('docs/security.md names only sections that exist', async () => {
  const named = [...documented.matchAll(/(docs\/[\w-]+\.md|SECURITY\.md)(?:\]\([^)]+\)|\))?, _([^_]+)_/g)]
  expect(named.length).toBeGreaterThan(8)
  const missing: string[] = []
  for (const [, path = '', section = ''] of named) {
    const headings = [...(await readFile(path, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
    if (!headings.includes(section)) missing.push(`${path}: ${section}`)
  }
  expect(missing).toEqual([])
})

test('docs/operating.md names every setting of the server', async () => {
  const settings = await readFile('docs/operating.md', 'utf8')
  expect([...settingNames].filter((name) => !new RegExp(`\\b${name}\\b`).test(settings))).toEqual([])
})

test('docs/operating.md states how long sessions and links are valid as the server applies it', async () => {
  const accounts = /^## Accounts$([^]+?)^## /m.exec(await readFile('docs/operating.md', 'utf8'))?.[1] ?? ''
  const maxAge = /Max-Age=(\d+)/.exec(sessionCookie({ publicUrl: null }).keep('x'))?.[1]
  expect(accounts).toContain(`ends ${Number(maxAge) / 86_400} days after its last use`)
  expect(accounts).toContain(`${RESET_LINK_MS / 3_600_000} hours if an admin hands it over`)
  expect([MAILED_RESET_MS, accounts.includes('one hour if it is mailed')]).toEqual([3_600_000, true])
})

test('a workflow audits the packages every week', async () => {
  const workflow = await readFile('.github/workflows/audit.yml', 'utf8')
  expect(workflow).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m)
  expect(workflow).toMatch(/run: npm audit --omit=dev$/m)
})

/** Returns the test titles in a file. With `test.each` they end a list of cases. */
const listTitles = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\btest\(|\)\(|^ {4}title: )\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm)].map(
    ([, single, double]) => (single ?? double ?? '').replaceAll('\\', ''),
  )
