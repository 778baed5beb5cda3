import type { Blocked } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useSession } from '../session/session.ts'
import { blocksDoneHere, isBlockingDoneHere } from './overlay.ts'
import { blocksQuery } from './queries.ts'

interface KeptAway {
  isBlocked: (name: string) => boolean
  isMuted: (name: string) => boolean
}

/**
 * Returns the members that the user has blocked or muted, as far as responses may not reflect it
 * yet: a server omits blocked members itself, so the list is requested only if this device has
 * pending or recent changes.
 */
export function useKeptAway(options: { ask?: boolean } = {}): KeptAway {
  const { member } = useSession()
  const outbox = useOutboxSnapshot()
  const isDoneHere = isBlockingDoneHere(outbox)
  const isAsked = member !== null && (isDoneHere || options.ask === true)
  const { value } = useLive(blocksQuery(member ?? ''), { enabled: isAsked })
  const list = value ?? (isDoneHere ? blocksDoneHere(outbox) : NOBODY)
  const has = (name: string, is: 'blocked' | 'muted') =>
    list.some((it) => it[is] && nameKey(it.username) === nameKey(name))
  return { isBlocked: (name) => has(name, 'blocked'), isMuted: (name) => has(name, 'muted') }
}

const NOBODY: readonly Blocked[] = []
