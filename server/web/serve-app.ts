import type { Api, RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { API_HEADERS } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { FindPageHead } from '#server/unfurl/index.ts'
import { type BuiltApp, type BuiltFile, isHashed } from './built-app.ts'
import { workerPolicy } from './content-security-policy.ts'
import { chooseEncoding, setFileHeaders } from './file-response.ts'
import { NOT_FOUND_PAGE } from './not-found-page.ts'
import { isPagePath } from './page-paths.ts'
import { createPageWithHead } from './page-with-head.ts'

const WORKER = '/sw.js'
const INDEX = '/index.html'
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Registers the built app: its files, and its page at the paths of its screens. Everything else is
 * a 404.
 */
export function serveApp({ hono, config }: Api, app: BuiltApp, findHead: FindPageHead): void {
  const serveWithHead = createPageWithHead(app.index)
  hono.get('*', async (c) => {
    const path = decodePath(c.req.path)
    const found = app.files.get(path)
    if (found !== undefined && found.file !== app.index.file) {
      if (path === WORKER) c.header('Content-Security-Policy', workerPolicy(config.apiHost))
      return serve(c, found, getCaching(path))
    }
    if (path !== INDEX && !isPagePath(c.req.path)) return notFound(c, path)
    c.header('Content-Security-Policy', app.policy)
    // The worker precaches INDEX for all paths: it must not have a preview.
    const head = path === INDEX ? undefined : await findHead(c)
    return head === undefined ? serve(c, app.index, 'no-cache') : serveWithHead(c, head)
  })
  hono.all('*', () => {
    throw new Refusal(405, 'This path only supports GET.', 'method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  })
}

/** Responds with a page to a navigation, and with JSON to other requests. */
function notFound(c: RequestContext, path: string): Response {
  if (path.startsWith('/assets/') || !isNavigation(c)) throw new Refusal(404, 'Not found.')
  for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value)
  return c.html(NOT_FOUND_PAGE, 404)
}

/** Returns whether the request is a navigation. */
const isNavigation = (c: RequestContext) => (c.req.header('Accept') ?? '').includes('text/html')

/** Files below /assets have a hash in their name; others are revalidated each time. */
const getCaching = (path: string) => (isHashed(path) ? FOREVER : 'no-cache')

async function serve(c: RequestContext, built: BuiltFile, caching: string): Promise<Response> {
  setFileHeaders(c, built.etag, caching)
  if (matchesEtag(c.req.header('If-None-Match'), built.etag)) return c.body(null, 304)
  const encoding = chooseEncoding(built.encodings, c.req.header('Accept-Encoding'))
  if (encoding !== undefined) c.header('Content-Encoding', encoding.name)
  c.header('Content-Type', built.type)
  return c.body(new Uint8Array(await built.read(encoding?.suffix ?? '')))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
