import { resolveLink } from '#contract/listening/shared-links.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'

/** Requested once: services limit look-ups, and the names do not change. */
export const resolvedLinkQuery = (url: string) =>
  additionQuery(resolveLink, { url }, ['listening', 'resolved-link', url], { isRequestedOnce: true })
