import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { useSession } from '../session/session.ts'
import { setBlock, setMute } from './actions.ts'

type Kind = 'block' | 'mute'

/** Blocks or mutes a member, shown at once and sent when it can no longer be undone; or ends it. */
export function useBlockActions(other: string) {
  const { member } = useSession()
  const { dispatch } = useDispatch()
  const dispatchUndoable = useUndoable()
  const base = { user: member ?? '', other }
  const blocking = (isBlocked: boolean) => ({ ...base, isBlocked })
  const muting = (isMuted: boolean) => ({ ...base, isMuted })

  const blockOrMute = async (kind: Kind) => {
    if (member === null) return
    // Another tab may have sent it when it is undone: then it is ended.
    const undoable = { title: `${kind === 'block' ? 'Blocked' : 'Muted'} ${other}`, isDelayed: true }
    await (kind === 'block'
      ? dispatchUndoable(setBlock, blocking(true), { ...undoable, reverse: blocking(false) })
      : dispatchUndoable(setMute, muting(true), { ...undoable, reverse: muting(false) }))
  }
  const unblockOrUnmute = async (kind: Kind) => {
    if (member === null) return
    await (kind === 'block' ? dispatch(setBlock, blocking(false)) : dispatch(setMute, muting(false)))
  }
  return { blockOrMute, unblockOrUnmute }
}
