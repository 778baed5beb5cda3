import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { headPath } from '#contract/broadcasts/feed-head.ts'
import { FILLED, FIRST_DATA } from '#contract/first-data.ts'
import type { RateLimits } from '#server/config/rate-limit-settings.ts'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeTrack } from '#tests/support/music.ts'
import { ampleRateLimits, type TestServer, testServer } from '#tests/support/test-server.ts'
import { readBuiltApp } from './built-app.ts'

/** Lazy chunks' style sheets; the page has rules for `plain`. */
const SHEETS = { 'card.css': '.card{color:red}', 'other.css': '.plain .other{color:red}' }
const PAGE =
  '<html><head><title>Flipside</title><style>.plain{margin:0}</style></head><body><div id="root"><template id="frame-feed"></template></div></body></html>'
const COUNT =
  'export const renderFilledFrame = async (path, data) => `<p>${path} ${data.map(([, json]) => JSON.parse(json).broadcasts.length)}</p>`'

interface ServerSettings {
  apiHost: URL | null
  previewWaitMs: number
  rateLimits: RateLimits
}

/** A server with a build that renders frames with this module. */
async function aServer(
  renderer: string,
  { apiHost = null, previewWaitMs = 5000, rateLimits = ampleRateLimits }: Partial<ServerSettings> = {},
) {
  const distDir = mkdtempSync(join(tmpdir(), 'flipside-dist-'))
  onTestFinished(() => rmSync(distDir, { recursive: true, force: true }))
  mkdirSync(join(distDir, '.server'))
  for (const page of ['index.html', '404.html']) writeFileSync(join(distDir, page), PAGE)
  writeFileSync(join(distDir, '.server/render.js'), renderer)
  mkdirSync(join(distDir, '.vite'))
  const css = Object.keys(SHEETS)
  writeFileSync(join(distDir, '.vite/manifest.json'), JSON.stringify({ 'src/card.tsx': { file: 'card.js', css } }))
  for (const [name, sheet] of Object.entries(SHEETS)) writeFileSync(join(distDir, name), sheet)
  const builtApp = readBuiltApp({ distDir, apiHost, embeds: [] })
  return testServer({ builtApp, settings: { previewWaitMs, apiHost, rateLimits } })
}

const BLOCK = new RegExp(`<script type="application/json" class="${FIRST_DATA}"([^>]*)>(.*?)</script>`, 'g')
const findBlocks = (page: unknown) =>
  [...String(page).matchAll(BLOCK)].map(([, attributes = '', json = '']) => ({ attributes, json }))

test("a visitor's page has the content of its first read, and the response", async () => {
  const server = await aServer(COUNT)
  const ada = await server.signUp('Ada')
  const title = '</script><script>alert(1)</script>'
  await shareTrack(server, ada, await makeTrack(server, 'Night Bus'), { title })
  const page = await server.get('/')
  const [{ attributes, json } = { attributes: '', json: '' }] = findBlocks(page.body)
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

const ADDRESS = 'export const renderFilledFrame = async (path) => `<p>${path}</p>`'

/** Shares a track as a new member. */
async function aBroadcast(server: TestServer, title = 'This bridge.') {
  const ada = await server.signUp('Ada')
  await shareTrack(server, ada, await makeTrack(server, 'Night Bus'), { title })
  const id: number = (await server.get(headPath(null, null))).body.broadcasts[0].id
  return { ada, id, path: `/broadcast/${id}` }
}

test("a broadcast's page has the broadcast and its replies, as the app requests them", async () => {
  const server = await aServer(ADDRESS)
  const { path, id } = await aBroadcast(server, '</script>\u202e<!--')
  const page = await server.get(path)
  const reads = [`/api/get-broadcasts?limit=1&before=${id + 1}`, `/api/broadcast/replies?id=${id}&limit=50`]
  const blocks = findBlocks(page.body)
  expect(blocks).toHaveLength(2)
  for (const [n, read] of reads.entries()) {
    expect(blocks[n]?.attributes).toContain(`data-url="${read.replaceAll('&', '&amp;')}"`)
    expect(JSON.parse(blocks[n]?.json ?? '')).toEqual((await server.get(read)).body)
  }
  expect(page.body).toContain(`<p>${path}</p>`)
  expect(page.body).toContain('<meta property="og:')
  expect((await server.get(`${path}?utm_source=mail`)).headers.get('etag')).toBe(page.headers.get('etag'))
})

test('a broadcast that visitors cannot read is a 404 with the page as built, as one that does not exist', async () => {
  const server = await aServer(ADDRESS)
  const { ada, id, path } = await aBroadcast(server)
  const none = [404, PAGE, 'no-store']
  const get = async (address: string) => {
    const { status, body, headers } = await server.get(address)
    return [status, body, headers.get('cache-control')]
  }
  for (const missing of [`/broadcast/${id + 1}`, '/broadcast/0', '/broadcast/x'])
    expect(await get(missing)).toEqual(none)
  expect(findBlocks((await server.get(path)).body)).toHaveLength(2)
  await server.post('/api/user/edit-privacy', { user: ada.name, is_private: 'true' }, { as: ada })
  server.clock.advance({ seconds: 2 })
  expect(await get(path)).toEqual(none)
  expect((await server.get(path, {}, { as: ada })).status).toBe(200)
})

test.each(['/profile/bo', '/track/999', '/track/0', '/album/999', '/artist/999', '/track-swap-results?id=999'])(
  '%s is a 404 for a visitor',
  async (path) => {
    const { status, body } = await (await aServer(ADDRESS)).get(path)
    expect([status, body]).toEqual([404, PAGE])
  },
)

test('a private profile and a page of results without an id are no 404', async () => {
  const server = await aServer(ADDRESS)
  const { ada } = await aBroadcast(server)
  await server.post('/api/user/edit-privacy', { user: ada.name, is_private: 'true' }, { as: ada })
  for (const path of ['/profile/Ada', '/track-swap-results']) expect((await server.get(path)).status).toBe(200)
})

test('a private profile is excluded from search engines, a public one is not', async () => {
  const server = await aServer(ADDRESS)
  const { ada } = await aBroadcast(server)
  const getRobots = async () => (await server.get('/profile/Ada')).headers.get('x-robots-tag')
  expect(await getRobots()).toBeNull()
  await server.post('/api/user/edit-privacy', { user: ada.name, is_private: 'true' }, { as: ada })
  server.clock.advance({ seconds: 2 })
  expect(await getRobots()).toBe('noindex')
})

test("a member's page with content but without a preview is excluded from search engines", async () => {
  const server = await aServer(ADDRESS)
  const { ada, path } = await aBroadcast(server)
  const getRobots = async (address: string) => {
    const { body, headers } = await server.get(address)
    expect(body).toContain(`<div id="${FILLED}">`)
    return headers.get('x-robots-tag')
  }
  expect(await getRobots(`/profile/${ada.id}`)).toBe('noindex')
  expect([await getRobots('/profile/Ada'), await getRobots(path)]).toEqual([null, null])
  await server.db
    .insertInto('suspensions')
    .values({ member_id: ada.id, reason: 'spam', since: server.clock.now(), until: null, admin_id: null })
    .execute()
  server.clock.advance({ seconds: 11 })
  expect([await getRobots('/profile/Ada'), await getRobots(path)]).toEqual(['noindex', 'noindex'])
  expect(await getRobots('/')).toBeNull()
})

test("a member's page without a head in time has no content, and may be listed", async () => {
  const rateLimits = { ...ampleRateLimits, addressReads: { burst: 2, perSecond: 0.001 } }
  const server = await aServer(ADDRESS, { rateLimits })
  const ada = await server.signUp('Ada')
  const getPage = async (address: string) => {
    const { body, headers } = await server.get(address)
    return [String(body).includes(`<div id="${FILLED}">`), headers.get('x-robots-tag')]
  }
  // The head and the content of the first page take a read each. The second page has the content stored.
  expect(await getPage(`/profile/${ada.name}`)).toEqual([true, null])
  expect(await getPage(`/profile/${ada.name}`)).toEqual([false, null])
})

test("the reads of a frame set no headers of the page's response, which may have been sent by then", async () => {
  const server = await aServer(ADDRESS)
  const { path } = await aBroadcast(server)
  const set: string[] = []
  const outgoing = { setHeader: (name: string) => void set.push(name) }
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } }, outgoing }
  const page = await server.app.hono.request(`http://localhost:3000${path}`, { headers: { Accept: 'text/html' } }, env)
  expect(findBlocks(await page.text())).toHaveLength(2)
  expect(set.filter((name) => name === 'X-Request-Id')).toHaveLength(1)
})

test('the style sheets that the content needs are inline, and the policy allows them', async () => {
  const server = await aServer('export const renderFilledFrame = async () => `<p class="plain card"></p>`')
  const page = await server.get('/')
  expect(page.body).toContain(`<style>${SHEETS['card.css']}</style></head>`)
  expect(page.body).not.toContain(SHEETS['other.css'])
  const hash = createHash('sha256').update(SHEETS['card.css']).digest('base64')
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`style-src 'self' 'sha256-[^']*' 'sha256-${hash.replaceAll(/[+/]/g, '.')}';`),
  )
})

test('a screen that cannot be rendered does not prevent other frames', async () => {
  const server = await aServer(COUNT.replace('=> `', '=> { if (path !== "/") throw Error("no screen"); return `') + '}')
  const { path } = await aBroadcast(server)
  expect(findBlocks((await server.get(path)).body)).toEqual([])
  expect(findBlocks((await server.get('/')).body)).toHaveLength(1)
})

test('requests for one address share a rendering', async () => {
  const server = await aServer('let count = 0\nexport const renderFilledFrame = async () => `<p>${++count}</p>`')
  const pages = await Promise.all(Array.from({ length: 5 }, () => server.get('/')))
  // The first one is rendered at the start.
  expect(new Set(pages.map(({ body }) => /<p>.*<\/p>/.exec(String(body))?.[0]))).toEqual(new Set(['<p>2</p>']))
})

test('the page is served as built while rendering hangs', async () => {
  const server = await aServer('export const renderFilledFrame = () => new Promise(() => {})', { previewWaitMs: 100 })
  expect((await server.get('/')).body).toBe(PAGE)
})

test('a build for another host has its pages as built', async () => {
  const server = await aServer(COUNT, { apiHost: new URL('https://api.example') })
  const { path } = await aBroadcast(server)
  for (const any of ['/', path]) expect((await server.get(any)).body).toBe(PAGE)
})
