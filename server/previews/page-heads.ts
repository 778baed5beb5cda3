import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { parsePage } from './page-target.ts'
import type { Previews } from './previews.ts'
import { ROBOTS, renderHead } from './render-head.ts'

/** The head for one path's page, instead of the general title and description. */
export interface PageHead {
  readonly html: string
  /** Whether the html has its own title and description. */
  readonly isComplete: boolean
  readonly isHiddenFromSearch: boolean
}

export type FindPageHead = (c: RequestContext) => Promise<PageHead | 'late' | undefined>

/**
 * Returns a function that finds a page's head, within PREVIEW_WAIT_MS; otherwise `late`, also beyond
 * the limit on reads. Undefined: the page has none.
 */
export const createPageHeads =
  (api: Api, previews: Previews): FindPageHead =>
  async (c) => {
    const url = new URL(c.req.url)
    const target = parsePage(url.pathname, url.searchParams)
    if (target === undefined) return undefined
    const origin = findOrigin(api, c)
    if (origin === undefined) return undefined
    if (!takeToken(api, c)) return 'late'
    const { preview, isLate } = await previews.find(target)
    if (isLate) return 'late'
    if (preview === undefined) return undefined
    const { isHiddenFromSearch } = preview
    if (target.isRobotsOnly)
      return isHiddenFromSearch ? { html: ROBOTS, isComplete: false, isHiddenFromSearch } : undefined
    return { html: renderHead(origin, preview), isComplete: true, isHiddenFromSearch }
  }

/**
 * Returns the origin in preview addresses: PUBLIC_URL, or without it the request's if it is a plain
 * host. Undefined if this server's app belongs to another API host.
 */
function findOrigin({ config }: Api, c: RequestContext): string | undefined {
  if (config.apiHost !== null) return undefined
  if (config.publicUrl !== null) return config.publicUrl.origin
  const { origin } = new URL(c.req.url)
  return /^https?:\/\/[\w.[\]:-]{1,255}$/.test(origin) ? origin : undefined
}

/** Takes a token for the address. Returns false if none is left: a page is never a 429. */
function takeToken(api: Api, c: RequestContext): boolean {
  try {
    takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
