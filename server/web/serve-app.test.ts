import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PlayerService } from '#contract/listening/service-players.ts'
import { testServer } from '#tests/support/test-server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readBuiltApp } from './built-app.ts'

const INLINE = 'document.documentElement.dataset.theme = "dark"'
const PAGE = `<!doctype html><html><head><style>p{margin:0}</style>
<script data-app="/assets/main-abc.js">${INLINE}</script><script type="application/json">{"data":1}</script>
<script type="module" src="/assets/main-abc.js"></script></head><body></body></html>`
const NOT_FOUND = PAGE.replace('</body>', '<h1>404 Page Not Found</h1></body>')

const FILES = {
  'index.html': PAGE,
  'index.html.br': 'brotli page',
  '404.html': NOT_FOUND,
  '404.html.gz': 'gzip not found',
  'sw.js': 'worker',
  'manifest.webmanifest': '{}',
  'icons/icon-192.png': 'png',
  'assets/main-abc.js': 'main',
  'assets/main-abc.js.br': 'brotli main',
  'assets/main-abc.js.gz': 'gzip main',
  '.stamp': 'secret',
  '.vite/manifest.json': JSON.stringify({ secret: { file: 'assets/main-abc.js' } }),
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function aBuiltServer(apiHost: URL | null = null, embeds: readonly PlayerService[] = []) {
  const distDir = aFolder()
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(distDir, name)), { recursive: true })
    writeFileSync(join(distDir, name), text)
  }
  const server = await testServer({ builtApp: readBuiltApp({ distDir, apiHost, embeds }), settings: { apiHost } })
  return Object.assign(server, { distDir })
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('every path of the app serves its page, which is revalidated each time', async () => {
  const server = await aBuiltServer()
  for (const path of ['/', '/profile/name.with.dots', '/profile/', '/dm/1', '/track-swap-detail?id=1', '/index.html']) {
    const page = await server.get(path)
    expect([path, page.status, page.body]).toEqual([path, 200, PAGE])
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

test('the page frames the players that the operator allows, and no other page', async () => {
  const readPolicy = async (embeds: readonly PlayerService[]) =>
    (await (await aBuiltServer(null, embeds)).get('/')).headers.get('content-security-policy')
  expect(await readPolicy([])).not.toContain('frame-src')
  expect(await readPolicy(['spotify', 'youtube'])).toMatch(
    /; frame-src https:\/\/open\.spotify\.com https:\/\/www\.youtube-nocookie\.com; /,
  )
})

test('the page runs only its own files and the inline scripts of the build', async () => {
  const server = await aBuiltServer()
  expect((await server.get('/')).headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self' ${sha256(INLINE)}; style-src 'self' ${sha256('p{margin:0}')}; img-src 'self' https: data:; connect-src 'self'; media-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  )
})

test('the worker may fetch foreign pictures, and the page may call its API host', async () => {
  const server = await aBuiltServer(new URL('https://api.flipside.example/v1'))
  const policyOf = async (path: string) => (await server.get(path)).headers.get('content-security-policy')
  expect(await policyOf('/sw.js')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self' https: https://api.flipside.example; frame-ancestors 'none'",
  )
  expect(await policyOf('/')).toContain("connect-src 'self' https://api.flipside.example;")
})

test('hashed files are immutable, the worker and the manifest are not', async () => {
  const server = await aBuiltServer()
  const cachingOf = async (path: string) => (await server.get(path)).headers.get('cache-control')
  expect(await cachingOf('/assets/main-abc.js')).toBe('public, max-age=31536000, immutable')
  expect(await cachingOf('/sw.js')).toBe('no-cache')
  expect(await cachingOf('/manifest.webmanifest')).toBe('no-cache')
})

test('a build beside a running server changes nothing until the restart', async () => {
  const server = await aBuiltServer()
  writeFileSync(join(server.distDir, 'index.html'), PAGE.replace('main-abc', 'main-new'))
  writeFileSync(join(server.distDir, 'sw.js'), 'newer worker')
  writeFileSync(join(server.distDir, 'assets/main-new.js'), 'newer main')
  expect((await server.get('/profile')).body).toBe(PAGE)
  expect((await server.get('/sw.js')).body).toBe('worker')
  expect((await server.get('/assets/main-abc.js')).body).toBe('main')
})

test('a missing file is a 404 instead of the page', async () => {
  const server = await aBuiltServer()
  for (const path of ['/assets/gone-123.js', '/icons/gone.png', '/assets/', '/api/nope']) {
    const response = await server.get(path)
    expect([path, response.status, response.body.code]).toEqual([path, 404, 'not_found'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('paths of scanners and other unknown paths are a 404 for every request', async () => {
  const server = await aBuiltServer()
  const paths = [
    '/nope.png',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/.well-known/',
    '/wp-login.php',
    '/wp-admin/setup-config.php',
    '/wp-content',
    '/cgi-bin/luci',
    '/admin/.env',
    '/profile/ada/.git/config',
    '/settings/.env',
    '/server-status',
    '/phpmyadmin/',
    '/actuator/health',
    '/login/x',
    '/profile//',
    '/1/nothing',
    '/2.0/nothing',
  ]
  for (const path of paths) {
    const page = await server.get(path, {}, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect([path, page.status, page.body === PAGE]).toEqual([path, 404, false])
    const { status, body, headers } = await server.get(path)
    expect([path, status, JSON.stringify(body).includes('assets')]).toEqual([path, 404, false])
    expect([path, headers.get('content-security-policy')]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"])
  }
})

test('the page of unknown paths is never cached, runs like the app, and has no path of its own', async () => {
  const server = await aBuiltServer()
  const policy = (await server.get('/')).headers.get('content-security-policy')
  for (const path of ['/profiles', '/404.html', '/404']) {
    const navigation = { Accept: 'text/html', 'If-None-Match': '*' }
    const page = await server.get(path, {}, { headers: navigation })
    expect([path, page.status, page.body]).toEqual([path, 404, NOT_FOUND])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toBe(policy)
    const zipped = await server.get(path, {}, { headers: { ...navigation, 'Accept-Encoding': 'gzip' } })
    expect([zipped.status, zipped.headers.get('content-encoding'), zipped.body]).toEqual([
      404,
      'gzip',
      'gzip not found',
    ])
  }
})

test('files and missing files have the headers of every response', async () => {
  const server = await aBuiltServer()
  for (const path of ['/assets/main-abc.js', '/manifest.webmanifest', '/icons/icon-192.png', '/assets/gone.js']) {
    const { headers } = await server.get(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})

test('no response can be framed: pages, files, the worker, redirects, pictures, errors and the API', async () => {
  const server = await aBuiltServer()
  await server.db.updateTable('instance').set({ contact: 'help@flipside.example' }).execute()
  const paths = [
    '/',
    '/index.html',
    '/profile/ada',
    '/sw.js',
    '/manifest.webmanifest',
    '/assets/main-abc.js',
    '/assets/gone.js',
    '/profiles',
    '/.well-known/change-password',
    '/.well-known/security.txt',
    '/api/auth?token=x',
    '/api/single-sign-on/callback',
    '/api/openapi.json',
    '/api/nothing',
    '/api/get-broadcasts',
    '/livez',
    '/readyz',
    '/robots.txt',
    '/og/nothing.png',
    '/pictures/none/sm',
    '/covers/none',
    '/1/validate-token',
    '/2.0/',
    '/?hs=true',
  ]
  for (const path of paths) {
    const response = await server.get(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect([path, policy.includes("frame-ancestors 'none'")]).toEqual([path, true])
    const etag = response.headers.get('etag')
    if (etag === null) continue
    const unchanged = await server.get(path, {}, { headers: { 'If-None-Match': etag } })
    expect([path, unchanged.status, unchanged.headers.get('x-frame-options')]).toEqual([path, 304, 'DENY'])
    expect(unchanged.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('hidden files of the build are not served', async () => {
  const server = await aBuiltServer()
  for (const path of [
    '/.stamp',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f.stamp',
  ]) {
    const response = await server.get(path)
    expect(JSON.stringify(response.body)).not.toContain('secret')
    expect(JSON.stringify(response.body)).not.toContain('"name"')
  }
})

test('files are served compressed if the browser accepts it', async () => {
  const server = await aBuiltServer()
  const request = async (path: string, accept: string) => {
    const response = await server.get(path, {}, { headers: { 'Accept-Encoding': accept } })
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    return [response.headers.get('content-encoding'), response.body, response.headers.get('content-type')]
  }
  const type = 'text/javascript; charset=utf-8'
  expect(await request('/assets/main-abc.js', 'gzip, deflate, br, zstd')).toEqual(['br', 'brotli main', type])
  expect(await request('/assets/main-abc.js', 'gzip;q=1.0, br;q=0')).toEqual(['gzip', 'gzip main', type])
  expect(await request('/assets/main-abc.js', 'identity')).toEqual([null, 'main', type])
  expect((await request('/profile/Ada', 'br')).slice(0, 2)).toEqual(['br', 'brotli page'])
})

test('an unchanged page is 304', async () => {
  const server = await aBuiltServer()
  const etag = (await server.get('/')).headers.get('etag') ?? ''
  const again = await server.get('/profile', {}, { headers: { 'If-None-Match': etag } })
  expect([again.status, again.body]).toEqual([304, ''])
})

test('the app only supports GET and HEAD', async () => {
  const server = await aBuiltServer()
  const response = await server.post('/login')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await server.request('HEAD', '/login')).status).toBe(200)
})

test('a server without a build fails with instructions', () => {
  const distDir = aFolder()
  expect(() => readBuiltApp({ distDir, apiHost: null, embeds: [] })).toThrow('run "npm run build" first.')
  writeFileSync(join(distDir, 'index.html'), PAGE)
  expect(() => readBuiltApp({ distDir, apiHost: null, embeds: [] })).toThrow('run "npm run build" first.')
})

test('the contract is served as JSON', async () => {
  const server = await testServer()
  const { body } = await server.get('/api/openapi.json')
  expect(body.paths['/api/user/login'].post.parameters.map((it: { name: string }) => it.name)).toEqual([
    'user',
    'password',
  ])
})

test('the health check reports version, commit, and the state of server and database', async () => {
  const server = await testServer({ settings: { commit: '968d0cba' } })
  for (const path of ['/api/health', '/readyz'])
    expect((await server.get(path)).body).toEqual({ status: 'ok', version: packageJson.version, commit: '968d0cba' })
  await server.db.destroy()
  const ill = await server.get('/api/health')
  expect([ill.status, ill.body.code]).toEqual([503, 'busy'])
})

test('every response has an HSTS header over https and none over http', async () => {
  const hsts = async (publicUrl: string | null, path: string) => {
    const server = await testServer({ settings: { publicUrl: publicUrl === null ? null : new URL(publicUrl) } })
    return (await server.get(path)).headers.get('strict-transport-security')
  }
  for (const path of ['/api/health', '/api/nothing', '/2.0/', '/1/validate-token']) {
    expect([path, await hsts('https://flipside.example', path)]).toEqual([path, 'max-age=31536000; includeSubDomains'])
  }
  expect(await hsts('http://flipside.example', '/api/health')).toBeNull()
  expect(await hsts(null, '/api/health')).toBeNull()
})
