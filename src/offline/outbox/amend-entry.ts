import { findEntry } from './action-steps.ts'
import type { Entry } from './entry.ts'
import { isAttempted, isForeign } from './entry.ts'
import type { Loaded } from './meta.ts'
import type { Outbox } from './outbox.ts'
import type { Change } from './steps.ts'

/** Changes the arguments of an unattempted entry. Resolves to false if it is too late. */
export const amendEntry = (outbox: Outbox, entry: Entry, args: unknown): Promise<boolean> =>
  outbox.step(entry.lane, (now) => amend(now, entry, args))

function amend({ entries }: Loaded, entry: Entry, args: unknown): Change<boolean> {
  const found = findEntry(entries, entry)
  const isUntouched = found !== undefined && !isForeign(found) && found.status === 'queued' && !isAttempted(found)
  return isUntouched ? { put: [{ ...found, args }], result: true } : { result: false }
}
