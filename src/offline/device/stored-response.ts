import * as v from 'valibot'

/**
 * Raised when the shape of any stored data changes: data of an older build is then ignored. Not a
 * build hash.
 */
export const SCHEMA_VERSION = 1

/**
 * A record of the cache database: the last response of a query, under the query's hash. The page
 * writes it, and the service worker adds what was pushed.
 */
export const StoredResponse = v.object({
  version: v.literal(SCHEMA_VERSION),
  queryKey: v.array(v.unknown()),
  data: v.unknown(),
  updatedAt: v.number(),
  isImmutable: v.optional(v.boolean()),
  /** The stored names of the actions that the query reads. */
  reads: v.optional(v.array(v.string())),
})
export type StoredResponse = v.InferOutput<typeof StoredResponse>
