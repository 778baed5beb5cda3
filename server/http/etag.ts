import { createHash } from 'node:crypto'

/** A response's version as it was at a revision of its data. */
interface KnownTag {
  readonly revision: string
  readonly etag: string
}

const KNOWN_MAX = 10_000

/**
 * The versions of the latest responses of this process, at most 10,000, so that an unchanged
 * response need not be built again to compare it.
 */
export class KnownTags {
  readonly #tags = new Map<string, KnownTag>()

  /** Returns the version for `key` if it is of this revision. */
  find(key: string, revision: string): string | undefined {
    const known = this.#tags.get(key)
    return known?.revision === revision ? known.etag : undefined
  }

  set(key: string, tag: KnownTag): void {
    this.#tags.delete(key)
    this.#tags.set(key, tag)
    if (this.#tags.size <= KNOWN_MAX) return
    const [oldest] = this.#tags.keys()
    if (oldest !== undefined) this.#tags.delete(oldest)
  }
}

/** Returns an ETag. It includes the viewer, so that another viewer's response never matches. */
export const toEtag = (viewerId: number | undefined, version: string | number): string =>
  `"${viewerId ?? 0}-${version}"`

/** Returns the version of a response's text: its hash. */
export const computeVersion = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Returns whether a header If-None-Match has this ETag. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true
