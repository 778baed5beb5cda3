import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import type { Api, RequestContext } from './api.ts'
import { computeVersion, matchesEtag, toEtag } from './etag.ts'
import type { Checked } from './request.ts'

/** The ETag of one response, by its content. */
export interface ContentTag {
  /** Whether the client has the response, as far as known before building it. */
  readonly isUnchanged: boolean
  /** Sets the ETag of the response's text. Returns whether the client has it. */
  set(text: string): boolean
}

interface Conditional {
  readonly api: Pick<Api, 'knownTags'>
  readonly endpoint: Endpoint
  readonly checked: Checked<Endpoint>
  readonly c: RequestContext
  /** See `RouteOptions.revision`. */
  readonly readRevision: (() => Promise<string>) | undefined
}

/**
 * Compares If-None-Match with the version that this process last sent at the same revision of the
 * data.
 */
export async function startContentTag(conditional: Conditional): Promise<ContentTag> {
  const { api, checked, c, readRevision } = conditional
  const ifNoneMatch = c.req.header('If-None-Match')
  // Read before the data: with a concurrent change the stored revision is outdated, never too new.
  const revision = ifNoneMatch === undefined ? undefined : await readRevision?.()
  const key = revision === undefined ? '' : toKey(conditional)
  const known = revision === undefined ? undefined : api.knownTags.find(key, revision)
  const isUnchanged = known !== undefined && matchesEtag(ifNoneMatch, known)
  if (isUnchanged) c.header('ETag', known)
  return {
    isUnchanged,
    set(text) {
      const etag = toEtag(checked.viewer?.id, computeVersion(text))
      c.header('ETag', etag)
      if (revision !== undefined) api.knownTags.set(key, { revision, etag })
      return matchesEtag(ifNoneMatch, etag)
    },
  }
}

/** Responses differ by endpoint, query, viewer and session. The query is bounded by its schema. */
const toKey = ({ endpoint, checked }: Conditional): string =>
  JSON.stringify([endpointName(endpoint), checked.viewer?.id, checked.session?.member.id, checked.query])
