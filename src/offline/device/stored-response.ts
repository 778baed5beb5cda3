import * as v from 'valibot'

/**
 * Raised when the shape of any stored data changes: data from an older build is then ignored. Not a
 * build hash.
 */
export const SCHEMA_VERSION = 1

/**
 * A record in the cache database: the last response of a query, under the query's hash. The page
 * writes it, and the service worker adds what was pushed.
 */
export const StoredResponse = v.object({
  version: v.literal(SCHEMA_VERSION),
  queryKey: v.array(v.unknown()),
  data: v.unknown(),
  updatedAt: v.number(),
  isImmutable: v.optional(v.boolean()),
  /** The build that parsed the response. */
  build: v.optional(v.string()),
  /** Stored names for the actions that the query reads. */
  reads: v.optional(v.array(v.string())),
})
export type StoredResponse = v.InferOutput<typeof StoredResponse>

const Requested = v.object({ askedAt: v.number() })

/** Returns whether the data of a response was requested later than other data of its query. */
export function isNewer(data: unknown, other: unknown): boolean {
  const [own, others] = [v.safeParse(Requested, data), v.safeParse(Requested, other)]
  return own.success && (!others.success || own.output.askedAt > others.output.askedAt)
}
