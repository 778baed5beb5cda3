import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import { INSTALL_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

/** The device's record about installing, in ms since 1970. */
const InstallRecord = v.object({
  /** When this device's member first succeeded in something. */
  succeededAt: v.optional(v.number()),
  dismissedAt: v.optional(v.number()),
  shownAt: v.optional(v.number()),
})
type InstallRecord = v.InferOutput<typeof InstallRecord>

const Stored = v.pipe(v.string(), v.parseJson(), InstallRecord)
const NOTHING: InstallRecord = {}
const DISMISSED_FOR_MS = 30 * DAY_MS

/** Parses a stored record; an invalid one equals an empty one. */
export function parseRecord(stored: string | null): InstallRecord {
  const parsed = v.safeParse(Stored, stored)
  return parsed.success ? parsed.output : NOTHING
}

const setting = createDeviceSetting(INSTALL_KEY)

/** Returns this device's record. If storage is unavailable, it lasts until the page is left. */
export const readRecord = (): InstallRecord => parseRecord(setting.read())

/** Returns the record and follows its changes. */
export const useRecord = (): InstallRecord => parseRecord(setting.use())

export const addToRecord = (more: InstallRecord): void => setting.set(JSON.stringify({ ...readRecord(), ...more }))

/** Returns whether to offer installing: not after a success, 30 days of a dismissal, a day of an offer. */
export const mayOffer = ({ succeededAt, dismissedAt, shownAt }: InstallRecord, now: number): boolean =>
  succeededAt !== undefined &&
  (dismissedAt === undefined || now - dismissedAt >= DISMISSED_FOR_MS) &&
  (shownAt === undefined || shownAt >= now || now - shownAt >= DAY_MS)
