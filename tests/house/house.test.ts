import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Action, storedNames } from '#src/offline/outbox/action.ts'
import { actions } from '#src/session/senders.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const text = (file: string) => readFile(join(ROOT, file), 'utf8')
const filesBelow = async (folder: string) => {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}

describe('downloads', () => {
  const Lock = v.object({
    packages: v.record(
      v.string(),
      v.object({ resolved: v.optional(v.string()), integrity: v.optional(v.string()), link: v.optional(v.boolean()) }),
    ),
  })
  test('the lock file pins hashes and contains no URL, so that any mirror works', async () => {
    const { packages } = v.parse(Lock, JSON.parse(await text('package-lock.json')))
    const installed = Object.entries(packages).filter(([path, it]) => path !== '' && !it.link)
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha')).map(([path]) => path)).toEqual([])
  })
  test('the project configures no registry', async () => {
    expect(await text('.npmrc')).not.toMatch(/registry\s*=\s*\S*:\/\//)
  })
})

test('no test is marked as only or skipped', async () => {
  const folders = ['contract', 'src', 'sw', 'server', 'tests']
  const files = (await Promise.all(folders.map(filesBelow))).flat().filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  const marked = /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|fixme|todo|fails)\b/
  const found = await Promise.all(files.map(async (file) => (marked.test(await text(file)) ? [file] : [])))
  expect(found.flat()).toEqual([])
})

test('the page uses no formatter of the browser: the first one takes tens of milliseconds to create (docs/how-the-app-starts.md)', async () => {
  const files = (await filesBelow('src')).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const requested = /\bnew Intl\b|\bIntl\.\w+\(|\.toLocale(?:Date|Time)?String\(|\.localeCompare\(/
  // The name of the time zone has no other source. It is not read at the start.
  const zoneFile = 'src/ui/time-zone.ts'
  const zone = 'Intl.DateTimeFormat().resolvedOptions()'
  const page = async (file: string) => (await text(file)).replace(file === zoneFile ? zone : '', '')
  const found = await Promise.all(files.map(async (file) => (requested.test(await page(file)) ? [file] : [])))
  expect(files.length).toBeGreaterThan(100)
  expect(found.flat()).toEqual([])
})

describe('actions', () => {
  const isAction = (value: unknown): value is Action =>
    typeof value === 'object' && value !== null && 'lane' in value && 'send' in value && 'name' in value
  /** The names under which every exported action is stored. */
  let stored: readonly string[]

  beforeAll(async () => {
    const files = await filesBelow('src')
    const modules = files.filter((file) => /^src\/[^/]+\/senders\.ts$/.test(file))
    const loaded: object[] = await Promise.all(modules.map((file) => import(join(ROOT, file))))
    stored = loaded
      .flatMap((module) => Object.values(module))
      .filter(isAction)
      .flatMap(storedNames)
  })

  test('every action is in the list of actions, each under a unique name', () => {
    expect(stored.length).toBeGreaterThanOrEqual(5)
    expect([...actions.keys()].toSorted()).toEqual(stored.toSorted())
  })
})

describe('screens', () => {
  /** The spec's section 2; `$` replaces the spec's colon. */
  const ofSpec = [
    '/',
    '/login',
    '/signup',
    '/artist/$id',
    '/exploration/$id',
    '/friends',
    '/profile/',
    '/profile/$username',
    '/followers/$username',
    '/following/$username',
    '/search',
    '/broadcast-track',
    '/dm/$username',
    '/track-swap-entry',
    '/track-swap',
    '/track-swap-confirmation',
    '/track-swap-results',
    '/swap-points-results',
    '/track-swap-history',
    '/track-swap-detail',
    '/track-swap-action',
  ]
  let paths: readonly string[]

  beforeAll(async () => {
    const files = (await filesBelow('src/routes')).filter((file) => /^src\/routes\/[^/]+\.tsx$/.test(file))
    const read = files.filter((file) => !file.includes('.test.')).map(text)
    paths = (await Promise.all(read)).map((source) => /createFileRoute\('([^']+)'\)/.exec(source)?.[1] ?? '')
  })

  test('every route of the spec has a file', () => {
    expect(ofSpec.filter((path) => !paths.includes(path) && !paths.includes(path.replace(/\/$/, '')))).toEqual([])
  })
  test('a file handles unknown paths with 404 Page Not Found', async () => {
    expect(await text('src/routes/__root.tsx')).toContain('notFoundComponent')
    expect(await text('src/routes/-screens/NotFoundScreen.tsx')).toContain('404 Page Not Found')
  })
})
