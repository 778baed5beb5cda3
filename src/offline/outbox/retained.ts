import { drainLock, outboxDatabase } from '#contract/storage-names.ts'
import { listDatabases, openKeyValueStore } from '../device/idb.ts'
import { withLock } from '../device/lock.ts'
import { memberKey, readSignedIn, wipeOutbox } from '../device/member.ts'
import { type Entry, isUnsent } from './entry.ts'
import { createOutboxStore } from './outbox-store.ts'

/** The unsent actions by a member that has signed out on this device. */
export interface Retained {
  /** The member's name as its actions contain it. */
  readonly name: string
  readonly count: number
}

const PREFIX = outboxDatabase('')

/** Resolves to the signed-out members with unsent actions on this device. */
export async function listRetained(isCounted: (entry: Entry) => boolean): Promise<Retained[]> {
  const keys = (await listDatabases(PREFIX)).map((name) => name.slice(PREFIX.length))
  const signedIn = await readSignedInKey()
  const found: Retained[] = []
  for (const key of keys.filter((each) => each !== signedIn).toSorted()) {
    const entries = (await readEntries(key)).filter((entry) => isUnsent(entry) && isCounted(entry))
    if (entries.length > 0) found.push({ name: findName(entries, key), count: entries.length })
  }
  return found
}

async function readSignedInKey(): Promise<string | undefined> {
  const { name } = await readSignedIn()
  return name === null ? undefined : memberKey(name)
}

async function readEntries(key: string): Promise<Entry[]> {
  const store = openKeyValueStore(outboxDatabase(key), { durability: 'strict' })
  const { entries } = await createOutboxStore(store)
    .load()
    .finally(() => store.close())
  return entries
}

/** Returns the spelling of a member's name in its actions; the key of the database without one. */
function findName(entries: readonly Entry[], key: string): string {
  for (const { args } of entries) {
    const user: unknown = typeof args === 'object' && args !== null && 'user' in args ? args.user : undefined
    if (typeof user === 'string' && memberKey(user) === key) return user
  }
  return key
}

/** Deletes a member's unsent data. Resolves to false if the member is signed in again. */
export const discardRetained = (name: string): Promise<boolean> =>
  withLock(drainLock(memberKey(name)), new AbortController().signal, async () => {
    if ((await readSignedInKey()) === memberKey(name)) return false
    await wipeOutbox(name)
    return true
  })
