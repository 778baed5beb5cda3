import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import { uploads } from '#contract/uploads.ts'
import type { AnySender } from '#src/offline/outbox/action.ts'
import { actions } from '#src/session/senders.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Returns the values that a folder's files export, as `file: name`. */
async function exportedFrom(folder: string, isFile: (name: string) => boolean): Promise<Map<string, unknown>> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name }) => isFile(name)).map(({ parentPath, name }) => join(parentPath, name))
  const exported = new Map<string, unknown>()
  for (const file of files) {
    const module: object = await import(pathToFileURL(file).href)
    for (const [name, value] of Object.entries(module)) exported.set(`${file.slice(ROOT.length + 1)}: ${name}`, value)
  }
  return exported
}

/** Returns the names of exports of a kind that are not in a list. */
const unlisted = <T>(
  exported: ReadonlyMap<string, unknown>,
  isKind: (value: unknown) => value is T,
  isListed: (value: T) => boolean,
) => [...exported].flatMap(([name, value]) => (isKind(value) && !isListed(value) ? [name] : []))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
const isAction = (value: unknown): value is AnySender => typeof value === 'object' && value !== null && 'send' in value

const listed = new Set([...endpoints, ...[...uploads, ...downloads].map(({ endpoint }) => endpoint)])
const sent = new Set(actions.values())

test('every endpoint that a file of the contract exports is in a list of the contract', async () => {
  const exported = await exportedFrom('contract', (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  expect([...exported.values()].filter(isEndpoint).length).toBeGreaterThan(150)
  expect(unlisted(exported, isEndpoint, (endpoint) => listed.has(endpoint))).toEqual([])
  const planted = new Map([...exported, ['planted', { ...endpoints[0] }]])
  expect(unlisted(planted, isEndpoint, (endpoint) => listed.has(endpoint))).toEqual(['planted'])
})

test('every action of a senders.ts is in the list that page and worker send', async () => {
  const exported = await exportedFrom('src', (name) => name === 'senders.ts')
  expect([...exported.values()].filter(isAction).length).toBeGreaterThan(20)
  expect(unlisted(exported, isAction, (action) => sent.has(action))).toEqual([])
  const planted = new Map([...exported, ['planted', { ...[...sent][0] }]])
  expect(unlisted(planted, isAction, (action) => sent.has(action))).toEqual(['planted'])
})
