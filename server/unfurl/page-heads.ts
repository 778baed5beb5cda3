import type { Api, RequestContext } from '#server/http/api.ts'
import { findOrigin } from './origin.ts'
import { parsePage } from './page-target.ts'
import type { Previews } from './previews.ts'
import { ROBOTS, renderHead } from './render-head.ts'

/** What the page of one path has in its head instead of the general title and description. */
export interface PageHead {
  readonly html: string
  /** Whether the html has a title and a description of its own. */
  readonly isComplete: boolean
  readonly isHiddenFromSearch: boolean
}

export type FindPageHead = (c: RequestContext) => Promise<PageHead | undefined>

/**
 * Returns a function that finds the head of a page, within a quarter of a second. Undefined: the
 * page is served as built.
 */
export const createPageHeads =
  (api: Api, previews: Previews): FindPageHead =>
  async (c) => {
    const url = new URL(c.req.url)
    const target = parsePage(url.pathname, url.searchParams)
    const origin = findOrigin(api, c)
    if (target === undefined || origin === undefined) return undefined
    const { preview } = await previews.find(target)
    if (preview === undefined) return undefined
    const { isHiddenFromSearch } = preview
    if (target.isRobotsOnly)
      return isHiddenFromSearch ? { html: ROBOTS, isComplete: false, isHiddenFromSearch } : undefined
    return { html: renderHead(origin, preview), isComplete: true, isHiddenFromSearch }
  }
