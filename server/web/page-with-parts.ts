import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import type { PageHead } from '#server/previews/index.ts'
import type { BuiltApp } from './built-app.ts'
import { addStyles } from './content-security-policy.ts'
import { chooseEncoding, setFileHeaders } from './file-response.ts'
import type { FilledFrame } from './filled-frames.ts'

/** Fast: the page is compressed when it is requested, unlike the built one. */
const ENCODINGS = [
  {
    name: 'br' as const,
    compress: (page: Buffer) =>
      promisify(brotliCompress)(page, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: page.length },
      }),
  },
  { name: 'gzip' as const, compress: (page: Buffer) => promisify(gzip)(page, { level: 5 }) },
]

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description" content="[^"]*"\s*\/?>/

/**
 * Pages of members, who choose whether search engines may list them. Without a head the choice is
 * unknown.
 */
export const isMemberPage = (path: string): boolean => /^\/(?:profile\/|broadcast\/|track-swap-results)/.test(path)

/** What a page has instead of the general head and the empty frame. */
interface PageParts {
  readonly head: PageHead | undefined
  readonly frame: FilledFrame | undefined
}

const STORED_MAX = { max: 500, maxSize: 16_000_000 }

/**
 * Returns a function that responds with the built page, with a head and a filled frame for its
 * path. Page parts that its policy has a hash for do not change. A page with a filled frame is the
 * same for all visitors, so that its compressed bytes are stored.
 */
export function createPageWithParts({ index, policy }: Pick<BuiltApp, 'index' | 'policy'>) {
  const stored = new LRUCache<string, Buffer>({ ...STORED_MAX, sizeCalculation: (page) => page.length })
  let reading: Promise<string> | undefined
  const readPage = () => {
    reading ??= index.read('').then((bytes) => Buffer.from(bytes).toString('utf8'))
    return reading
  }
  const store = async (key: string, make: () => Promise<Buffer>) => {
    const page = stored.get(key) ?? (await make())
    stored.set(key, page)
    return page
  }
  return async (c: RequestContext, { head, frame }: PageParts): Promise<Response> => {
    const hash = createHash('sha256').update(index.etag)
    for (const part of [head?.html, frame?.version]) hash.update(`${part ?? ''}\0`)
    const etag = `"${hash.digest('base64url').slice(0, 22)}"`
    setFileHeaders(c, etag, 'no-cache')
    if (frame !== undefined) c.header('Content-Security-Policy', addStyles(policy, frame.styles))
    const isHidden = head?.isHiddenFromSearch ?? isMemberPage(c.req.path)
    if (isHidden || frame?.isHiddenFromSearch === true) c.header('X-Robots-Tag', 'noindex')
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    const encoding = chooseEncoding(ENCODINGS, c.req.header('Accept-Encoding'))
    const make = async () => {
      const page = Buffer.from(insertFrame(insertHead(await readPage(), head), frame))
      return encoding === undefined ? page : encoding.compress(page)
    }
    const bytes = frame === undefined ? make() : store(`${etag}${encoding?.name}`, make)
    if (encoding !== undefined) c.header('Content-Encoding', encoding.name)
    c.header('Content-Type', index.type)
    return c.body(new Uint8Array(await bytes))
  }
}

/** Inserts the content before the frame templates, and its style sheets into the head. */
function insertFrame(page: string, frame: FilledFrame | undefined): string {
  if (frame === undefined) return page
  const styles = frame.styles.map((css) => `<style>${css}</style>`).join('')
  return page.replace('</head>', () => `${styles}</head>`).replace('<template', () => `${frame.html}<template`)
}

/**
 * Inserts the head instead of the title and the description. Crawlers read only a page's first
 * part, and the title is before the inline scripts.
 */
function insertHead(page: string, head: PageHead | undefined): string {
  if (head === undefined) return page
  const { html, isComplete } = head
  if (!isComplete) return page.replace('</head>', () => `${html}</head>`)
  const plain = page.replace(DESCRIPTION, '')
  return TITLE.test(plain) ? plain.replace(TITLE, () => html) : plain.replace('</head>', () => `${html}</head>`)
}
