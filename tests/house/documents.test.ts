import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The paths to the repository's Markdown files that match a pattern. */
const list = async (pattern: string): Promise<string[]> =>
  (await Array.fromAsync(glob(pattern))).filter((path) => !path.includes('node_modules'))

const records = await list('docs/decisions/0*.md')
/** Documents that describe the current code. Decision records describe the code at their date. */
const current = [...(await list('*.md')), ...(await list('docs/*.md')), ...(await list('src/**/*.md'))].filter(
  (path) => path !== 'CHANGELOG.md' && path !== 'docs/how-the-app-starts.md',
)

test('every relative link of a document leads to a file', async () => {
  const broken: string[] = []
  for (const path of [...current, ...records, 'docs/decisions/README.md', 'docs/how-the-app-starts.md']) {
    for (const [, target = ''] of (await readFile(path, 'utf8')).matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
      if (!target.includes(':') && !existsSync(join(dirname(path), target))) broken.push(`${path}: ${target}`)
  }
  expect(broken).toEqual([])
})

test('every path that a document names exists', async () => {
  const missing: string[] = []
  for (const path of current) {
    const named = (await readFile(path, 'utf8')).matchAll(
      /`((?:src|server|contract|sw|tests|scripts|build|bench|config|docs)\/[\w$./-]*)`/g,
    )
    for (const [, target = ''] of named) if (!existsSync(target)) missing.push(`${path}: ${target}`)
  }
  expect(missing).toEqual([])
})

test('every decision record has a date and a status, and is listed with both', async () => {
  const index = await readFile('docs/decisions/README.md', 'utf8')
  const rows = new Map(
    [...index.matchAll(/^\| (\d+) +\| (.+?) +\| (\d{4}-\d\d-\d\d) \| (.+?) +\|$/gm)].map(([, number, ...row]) => [
      number,
      row,
    ]),
  )
  expect(rows.size).toBeGreaterThanOrEqual(42)
  for (const path of records) {
    const [heading = '', , state = ''] = (await readFile(path, 'utf8')).split('\n')
    const number = /^# (\d+)\. /.exec(heading)?.[1]
    const date = /^Date: (\d{4}-\d\d-\d\d)\. Status: (?:accepted|superseded)/.exec(state)?.[1]
    expect(date, `${path} has a date and a status in its third line`).toBeDefined()
    const title = heading.replace(/^# \d+\. /, '')
    expect(rows.get(number)?.slice(0, 2), path).toEqual([`[${title}](${path.replace('docs/decisions/', '')})`, date])
  }
})
