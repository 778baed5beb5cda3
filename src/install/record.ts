import * as v from 'valibot'

/** What this device remembers of installing, in ms since 1970. */
const InstallRecord = v.object({
  /** When something of this device's member first went well. */
  succeededAt: v.optional(v.number()),
  /** When the offer was last turned down. */
  dismissedAt: v.optional(v.number()),
})
export type InstallRecord = v.InferOutput<typeof InstallRecord>

const Stored = v.pipe(v.string(), v.parseJson(), InstallRecord)
const NOTHING: InstallRecord = {}
const DISMISSED_FOR_MS = 30 * 24 * 3_600_000

/** Reads a stored record; whatever else lies there is as nothing. */
export function parseRecord(stored: string | null): InstallRecord {
  const parsed = v.safeParse(Stored, stored)
  return parsed.success ? parsed.output : NOTHING
}

/** Whether installing may be offered now: after a success, and not within 30 days of a no. */
export const mayOffer = ({ succeededAt, dismissedAt }: InstallRecord, now: number): boolean =>
  succeededAt !== undefined && (dismissedAt === undefined || now - dismissedAt >= DISMISSED_FOR_MS)
