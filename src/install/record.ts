import * as v from 'valibot'

/** The device's record about installing, in ms since 1970. */
const InstallRecord = v.object({
  /** When this device's member first succeeded in something. */
  succeededAt: v.optional(v.number()),
  /** When the offer was last dismissed. */
  dismissedAt: v.optional(v.number()),
})
export type InstallRecord = v.InferOutput<typeof InstallRecord>

const Stored = v.pipe(v.string(), v.parseJson(), InstallRecord)
const NOTHING: InstallRecord = {}
const DISMISSED_FOR_MS = 30 * 24 * 3_600_000

/** Parses a stored record; an invalid one equals an empty one. */
export function parseRecord(stored: string | null): InstallRecord {
  const parsed = v.safeParse(Stored, stored)
  return parsed.success ? parsed.output : NOTHING
}

/**
 * Returns whether installing may be offered now: after a success, and not within 30 days of a
 * dismissal.
 */
export const mayOffer = ({ succeededAt, dismissedAt }: InstallRecord, now: number): boolean =>
  succeededAt !== undefined && (dismissedAt === undefined || now - dismissedAt >= DISMISSED_FOR_MS)
