import type { Api, RequestContext } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findOrigin } from './origin.ts'
import { parsePage } from './page-target.ts'
import { PICTURE_SIZES, type PictureSizeName, type Preview } from './preview.ts'
import type { Previews } from './previews.ts'
import { toPictureUrl } from './render-head.ts'

const URL_MAX = 2_000
/** How long consumers may store a response, in seconds. */
const CACHE_AGE_S = 3_600

/**
 * Returns the oEmbed response (oembed.com, version 1.0) for a page on this server. Throws a
 * Refusal.
 */
export async function respondWithOembed(api: Api, previews: Previews, c: RequestContext): Promise<Response> {
  const format = c.req.query('format') ?? 'json'
  if (format !== 'json') throw new Refusal(501, 'Only the format json is available.')
  const origin = findOrigin(api, c)
  const url = parseUrl(c.req.query('url') ?? '')
  const target = url !== undefined && url.origin === origin ? parsePage(url.pathname, url.searchParams) : undefined
  if (origin === undefined || target === undefined || target.isRobotsOnly)
    throw new Refusal(404, 'There is no such page.')
  const preview = await previews.get(target)
  if (preview.isHiddenFromSearch) c.header('X-Robots-Tag', 'noindex')
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cache-Control', `public, max-age=${REUSED_S}`)
  return c.json(toOembed(origin, preview, toMax(c.req.query('maxwidth')), toMax(c.req.query('maxheight'))))
}

/** How long caches on the way may reuse a response, in seconds: a profile may become private. */
const REUSED_S = 60

function toOembed(origin: string, preview: Preview, maxWidth: number, maxHeight: number) {
  const size = (['full', 'half'] as const).find((name) => fits(name, maxWidth, maxHeight))
  return {
    version: '1.0',
    type: 'link',
    title: preview.title,
    ...(preview.author && { author_name: preview.author.name, author_url: `${origin}${preview.author.path}` }),
    provider_name: preview.site,
    provider_url: origin,
    cache_age: CACHE_AGE_S,
    ...(size && {
      thumbnail_url: toPictureUrl(origin, preview, size),
      thumbnail_width: PICTURE_SIZES[size].width,
      thumbnail_height: PICTURE_SIZES[size].height,
    }),
  }
}

const fits = (size: PictureSizeName, maxWidth: number, maxHeight: number) =>
  PICTURE_SIZES[size].width <= maxWidth && PICTURE_SIZES[size].height <= maxHeight

/** Returns a parameter's limit; one that is not a positive number sets none. */
function toMax(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

const parseUrl = (text: string): URL | undefined => (text.length > URL_MAX ? undefined : (URL.parse(text) ?? undefined))
