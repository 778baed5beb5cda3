import { createHash } from 'node:crypto'
import type { RequestContext } from './api.ts'

/** Returns an ETag. It includes the viewer, so that another viewer's response never matches. */
export const toEtag = (viewerId: number | undefined, version: string | number): string =>
  `"${viewerId ?? 0}-${version}"`

/** Returns a response text's version: its hash. */
export const computeVersion = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true

/** Sets a response's ETag. Returns whether the client has this version. */
export function setEtag(c: RequestContext, etag: string): boolean {
  c.header('ETag', etag)
  return matchesEtag(c.req.header('If-None-Match'), etag)
}
