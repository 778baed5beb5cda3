import { isSameName } from '#contract/accounts/names.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useSession } from '../session/session.ts'
import { blocksDoneHere } from './overlay.ts'
import { blocksQuery } from './queries.ts'

/** Without the list of both, from pending actions alone. */
export function useBlockState(name: string, { enabled }: { enabled: boolean }) {
  const { member } = useSession()
  const outbox = useOutboxSnapshot()
  const { value } = useLive(blocksQuery(member ?? ''), { enabled: member !== null && enabled })
  const block = (value ?? blocksDoneHere(outbox)).find(({ username }) => isSameName(username, name))
  return { isBlocked: block?.blocked === true, isMuted: block?.muted === true }
}
