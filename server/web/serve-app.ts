import type { Api, RequestContext } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type BuiltApp, type BuiltFile, type Encoding, firstPart, isHashed } from './built-app.ts'
import { workerPolicy } from './content-security-policy.ts'

const WORKER = '/sw.js'
/** Shows its frame before it asks for anything (decision 32). */
const FEED = '/'
/** Where players knock: never the app's page. */
const PROTOCOL_PATHS = ['1', '2.0', 'apis']
const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the built app: its files, and its page for every other path, for names hold dots. */
export function serveApp({ hono, config }: Api, app: BuiltApp): void {
  hono.get('*', async (c) => {
    const path = decodedPath(c.req.path)
    const found = app.files.get(path)
    if (found !== undefined && found.file !== app.index.file) {
      if (path === WORKER) c.header('Content-Security-Policy', workerPolicy(config.apiHost))
      return serve(c, found, cachingOf(path))
    }
    if (app.folders.has(firstPart(path)) || PROTOCOL_PATHS.includes(firstPart(path))) {
      throw new Refusal(404, 'There is nothing here.')
    }
    c.header('Content-Security-Policy', app.policy)
    if (path !== FEED && isOpened(c) && app.ahead !== undefined) c.header('Link', app.ahead)
    return serve(c, app.index, 'no-cache')
  })
  hono.all('*', () => {
    throw new Refusal(405, 'This address only answers GET.', 'method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  })
}

/** By a person, not by the worker for its cache: from there modules come by themselves, and to begin with them would hold the frame back. */
const isOpened = (c: RequestContext) => (c.req.header('Accept') ?? '').includes('text/html')

/** Files below /assets have a hash in their name; the rest is asked about again each time. */
const cachingOf = (path: string) => (isHashed(path) ? FOREVER : 'no-cache')

async function serve(c: RequestContext, built: BuiltFile, caching: string): Promise<Response> {
  c.header('Cache-Control', caching)
  c.header('ETag', built.etag)
  c.header('Vary', 'Accept-Encoding')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  const held = (c.req.header('If-None-Match') ?? '').split(',').map((it) => it.trim().replace(/^W\//, ''))
  if (held.includes(built.etag)) return c.body(null, 304)
  const encoding = chooseEncoding(built, c.req.header('Accept-Encoding'))
  if (encoding !== undefined) c.header('Content-Encoding', encoding.name)
  c.header('Content-Type', built.type)
  return c.body(new Uint8Array(await built.read(encoding?.suffix ?? '')))
}

function chooseEncoding(built: BuiltFile, accepted: string | undefined): Encoding | undefined {
  const names = (accepted ?? '').split(',').map((it) => it.trim().toLowerCase())
  const isAccepted = (name: string) =>
    names.some((it) => it === name || new RegExp(`^${name}\\s*;\\s*q=(?!0(\\.0*)?$)`).test(it))
  return built.encodings.find(({ name }) => isAccepted(name))
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
