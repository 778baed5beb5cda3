import * as v from 'valibot'

/** Raised when the shape of stored data changes: older data is converted or ignored. */
export const SCHEMA_VERSION = 2

/** Data under the names of version 1, which builds before 29 November 2026 stored. */
const FormerData = v.pipe(
  v.looseObject({ answer: v.unknown(), askedAt: v.number(), askedAtRev: v.number() }),
  v.transform(({ answer, askedAt, askedAtRev, ...others }) => ({
    ...others,
    response: answer,
    requestedAt: askedAt,
    requestedAtRev: askedAtRev,
  })),
)

const fields = {
  queryKey: v.array(v.unknown()),
  data: v.unknown(),
  updatedAt: v.number(),
  isImmutable: v.optional(v.boolean()),
  build: v.optional(v.string()),
  /** Stored names for the actions that the query reads. */
  reads: v.optional(v.array(v.string())),
}

/** The last response of a query, under its hash. The worker adds what was pushed. */
export const StoredResponse = v.union([
  v.object({ ...fields, version: v.literal(SCHEMA_VERSION) }),
  v.pipe(
    v.object({ ...fields, version: v.literal(1), data: v.union([FormerData, v.unknown()]) }),
    v.transform((stored) => ({ ...stored, version: SCHEMA_VERSION }) as const),
  ),
])
export type StoredResponse = v.InferOutput<typeof StoredResponse>

const Requested = v.object({ requestedAt: v.number() })

/** Returns whether the data of a response was requested later than other data of its query. */
export function isNewer(data: unknown, other: unknown): boolean {
  const [own, others] = [v.safeParse(Requested, data), v.safeParse(Requested, other)]
  return own.success && (!others.success || own.output.requestedAt > others.output.requestedAt)
}
