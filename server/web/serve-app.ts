import type { Api, RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { isNavigation } from '#server/http/headers.ts'
import { decodePart } from '#server/http/query.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { FindPageHead } from '#server/previews/index.ts'
import { type BuiltApp, type BuiltFile, isHashed } from './built-app.ts'
import { workerPolicy } from './content-security-policy.ts'
import { chooseEncoding, setFileHeaders } from './file-response.ts'
import { createFilledFrames } from './filled-frames.ts'
import { MISSING } from './filled-screens.ts'
import { createFrameRenderer } from './frame-renderer.ts'
import { isPagePath } from './page-paths.ts'
import { createPageWithParts, isMemberPage } from './page-with-parts.ts'

const WORKER = '/sw.js'
const INDEX = '/index.html'
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Registers the built app: its files, and its page at its screens' paths. Everything else is a 404:
 * with a page for a navigation, with JSON for other requests.
 */
export function serveApp(api: Api, app: BuiltApp, findHead: FindPageHead): void {
  const { hono, config } = api
  const servePage = createPageWithParts(app)
  const render = app.renderer === undefined ? undefined : createFrameRenderer(app.renderer)
  const findFrame = createFilledFrames(api, app.findStyles, render)
  hono.get('*', async (c) => {
    const path = decodePart(c.req.path) ?? c.req.path
    const found = app.files.get(path)
    if (found !== undefined) {
      if (path === WORKER) c.header('Content-Security-Policy', workerPolicy(config.apiHost))
      return serve(c, found, getCaching(path))
    }
    const isFound = path === INDEX || isPagePath(c.req.path)
    if (!isFound && (isHashed(path) || !isNavigation(c.req.header('Accept')))) throw new Refusal(404, 'Not found.')
    c.header('Content-Security-Policy', app.policy)
    if (!isFound) return send(c, app.notFound, 'no-store', 404)
    // The worker precaches INDEX for all paths: it must not have a preview or content.
    if (path === INDEX) return serve(c, app.index, 'no-cache')
    c.header('Vary', 'Cookie', { append: true })
    const [foundHead, filled] = await Promise.all([findHead(c), findFrame(c)])
    if (filled === MISSING) return send(c, app.index, 'no-store', 404)
    const head = foundHead === 'late' ? undefined : foundHead
    // Without content there is nothing to list, whatever the member has chosen.
    const frame = foundHead === 'late' && isMemberPage(c.req.path) ? undefined : filled
    const isBuilt = head === undefined && frame === undefined
    return isBuilt ? serve(c, app.index, 'no-cache') : servePage(c, { head, frame })
  })
  hono.all('*', () => {
    throw new Refusal(405, 'This path only supports GET.', 'method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  })
}

/** Files below /assets have a hash in their name; others are revalidated each time. */
const getCaching = (path: string) => (isHashed(path) ? FOREVER : 'no-cache')

function serve(c: RequestContext, built: BuiltFile, caching: string): Response | Promise<Response> {
  if (!matchesEtag(c.req.header('If-None-Match'), built.etag)) return send(c, built, caching, 200)
  setFileHeaders(c, built.etag, caching)
  return c.body(null, 304)
}

async function send(c: RequestContext, built: BuiltFile, caching: string, status: 200 | 404): Promise<Response> {
  setFileHeaders(c, built.etag, caching)
  const encoding = chooseEncoding(built.encodings, c.req.header('Accept-Encoding'))
  if (encoding !== undefined) c.header('Content-Encoding', encoding.name)
  c.header('Content-Type', built.type)
  return c.body(new Uint8Array(await built.read(encoding?.suffix ?? '')), status)
}
