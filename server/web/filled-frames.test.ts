import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { headPath } from '#contract/broadcasts/feed-head.ts'
import { FILLED, FIRST_DATA } from '#contract/first-data.ts'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeTrack } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'
import { readBuiltApp } from './built-app.ts'

const PAGE =
  '<html><head><title>Flipside</title></head><body><div id="root"><template id="frame-feed"></template></div></body></html>'
const COUNT =
  'export const renderFilledFrame = async (path, data) => `<p>${path} ${data.map(([, json]) => JSON.parse(json).broadcasts.length)}</p>`'

/** A server whose build renders frames with this module. */
async function aServer(renderer: string) {
  const distDir = mkdtempSync(join(tmpdir(), 'flipside-dist-'))
  onTestFinished(() => rmSync(distDir, { recursive: true, force: true }))
  mkdirSync(join(distDir, '.server'))
  for (const page of ['index.html', '404.html']) writeFileSync(join(distDir, page), PAGE)
  writeFileSync(join(distDir, '.server/render.js'), renderer)
  return testServer({ builtApp: readBuiltApp({ distDir, apiHost: null }), settings: { previewWaitMs: 5000 } })
}

const BLOCK = new RegExp(`<script type="application/json" id="${FIRST_DATA}"([^>]*)>(.*?)</script>`)

test("a visitor's page has the content of its first read, and the response", async () => {
  const server = await aServer(COUNT)
  const ada = await server.signUp('Ada')
  const title = '</script><script>alert(1)</script>'
  await shareTrack(server, ada, await makeTrack(server, 'Night Bus'), { title })
  const page = await server.get('/')
  const [, attributes = '', json = ''] = BLOCK.exec(String(page.body)) ?? []
  const read = await server.get(headPath(null, null))
  expect(JSON.parse(json)).toEqual(read.body)
  expect(read.body.broadcasts[0].title).toBe(title)
  expect(page.body).toContain(`<div id="${FILLED}"><p>/ ${read.body.broadcasts.length}</p></div><template`)
  expect(attributes).toContain(`data-url="${headPath(null, null)}" data-at="${server.clock.now().getTime()}"`)
  expect(attributes).toContain(`data-etag="${read.headers.get('etag')?.replaceAll('"', '&quot;')}"`)
  expect(page.headers.get('vary')).toContain('Cookie')
  const headers = { 'If-None-Match': page.headers.get('etag') ?? '' }
  expect((await server.get('/', {}, { headers })).status).toBe(304)
})

test('a page with a session, another page and the page for the worker are served as built', async () => {
  const server = await aServer(COUNT)
  const ada = await server.signUp('Ada')
  expect((await server.get('/', {}, { as: ada })).body).toBe(PAGE)
  for (const path of ['/login', '/index.html']) expect((await server.get(path)).body).toBe(PAGE)
})

test.each([
  ['fails', 'export const renderFilledFrame = async () => { throw new Error("no screen") }'],
  ['ends its thread', 'export const renderFilledFrame = async () => process.exit(1)'],
  ['cannot be loaded', 'export const renderFilledFrame ='],
])('the page is served as built while rendering %s, which is tried once a minute', async (_, renderer) => {
  const server = await aServer(renderer)
  const warnings = () => server.lines.filter((line) => line.includes('was not rendered')).length
  for (let n = 0; n < 3; n++) expect((await server.get('/')).body).toBe(PAGE)
  expect(warnings()).toBe(1)
  server.clock.advance({ seconds: 61 })
  expect((await server.get('/')).body).toBe(PAGE)
  expect(warnings()).toBe(2)
})

test('a change is on the page after a second, and the frame is rendered once for the same response', async () => {
  const server = await aServer(`let count = 0\n${COUNT.replace('`<p>', '`<p>${++count} ')}`)
  const ada = await server.signUp('Ada')
  const content = async () => /<p>.*<\/p>/.exec(String((await server.get('/')).body))?.[0]
  const first = await content()
  server.clock.advance({ seconds: 2 })
  expect(await content()).toBe(first)
  await shareTrack(server, ada, await makeTrack(server, 'Night Bus'))
  expect(await content()).toBe(first)
  server.clock.advance({ seconds: 2 })
  const { broadcasts } = (await server.get(headPath(null, null))).body
  expect(await content()).toMatch(new RegExp(` ${broadcasts.length}</p>$`))
})
