import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import type { PageHead } from '#server/previews/index.ts'
import type { BuiltFile } from './built-app.ts'
import { chooseEncoding, setFileHeaders } from './file-response.ts'

/** Fast: the page is compressed for each response, unlike the built one. */
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
 * Returns a function that responds with the built page and a head for its path. Nothing of the page
 * that its policy has a hash of changes.
 */
export function createPageWithHead(index: BuiltFile) {
  let reading: Promise<string> | undefined
  const readPage = () => {
    reading ??= index.read('').then((bytes) => Buffer.from(bytes).toString('utf8'))
    return reading
  }
  return async (c: RequestContext, head: PageHead): Promise<Response> => {
    const version = createHash('sha256').update(index.etag).update(head.html).digest('base64url').slice(0, 22)
    const etag = `"${version}"`
    setFileHeaders(c, etag, 'no-cache')
    if (head.isHiddenFromSearch) c.header('X-Robots-Tag', 'noindex')
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    const page = Buffer.from(insertHead(await readPage(), head))
    const encoding = chooseEncoding(ENCODINGS, c.req.header('Accept-Encoding'))
    if (encoding !== undefined) c.header('Content-Encoding', encoding.name)
    c.header('Content-Type', index.type)
    return c.body(new Uint8Array(encoding === undefined ? page : await encoding.compress(page)))
  }
}

/**
 * Inserts the head in place of the title and the description. Crawlers read the first part of a
 * page only, and the title is before the inline scripts.
 */
function insertHead(page: string, { html, isComplete }: PageHead): string {
  if (!isComplete) return page.replace('</head>', () => `${html}</head>`)
  const plain = page.replace(DESCRIPTION, '')
  return TITLE.test(plain) ? plain.replace(TITLE, () => html) : plain.replace('</head>', () => `${html}</head>`)
}
