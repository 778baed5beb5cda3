import { keepFor, stored } from './stored-member.ts'

const KEY = 'flipside_rev'

/** How far a member's outbox was confirmed when somebody last looked (`rev` of src/offline/outbox/meta.ts). It may lag behind, never run ahead. */
interface KeptRev {
  readonly member: string
  readonly rev: number
}

/** What was kept for this member; undefined when there is none. */
export function readKeptRev(member: string | null, read: (key: string) => string | null): number | undefined {
  try {
    const kept: Partial<KeptRev> | null = JSON.parse(read(KEY) ?? 'null')
    return kept?.member === member && typeof kept.rev === 'number' ? kept.rev : undefined
  } catch {
    return undefined // whatever lies there, it is no revision
  }
}

/**
 * Keeps a revision where another lies, or none. A storage that is full or forbidden keeps none: more is laid over the next start's feed
 * than must be. Writes nothing once somebody else is here.
 */
export function writeKeptRev(kept: KeptRev): void {
  if (readKeptRev(kept.member, stored) === kept.rev) return
  try {
    keepFor(kept.member, KEY, JSON.stringify(kept))
  } catch {
    forgetKeptRev()
  }
}

function forgetKeptRev() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Forbidden: then nothing lies there either.
  }
}
