import { getListeningSources } from '#contract/listening/imports.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { overlaySources, sourceReads } from './overlay.ts'

/** Null from a host without file imports. */
export const listeningSourcesQuery = ownQuery(getListeningSources, ['listening', 'sources'], {
  overlay: overlaySources,
  reads: sourceReads,
})
