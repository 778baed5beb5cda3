import { useDispatch } from '#src/cache/useDispatch.ts'
import { toast } from '#src/ui/toast.ts'
import { useSession } from '../session/session.ts'
import { setBlock, setMute } from './actions.ts'

/**
 * Time in ms that blocking and muting wait before they are sent, so that undoing them loses
 * nothing.
 */
const UNDO_MS = 5000

const verbs = { block: 'Blocked', mute: 'Muted' } as const

/** Blocks or mutes a member, shown at once, with an undo; or ends it. */
export function useBlockActions(other: string) {
  const { member } = useSession()
  const { dispatch, discard } = useDispatch()

  const set = async (user: string, kind: keyof typeof verbs, isOn: boolean, options?: { holdMs: number }) =>
    kind === 'block'
      ? dispatch(setBlock, { user, other, isBlocked: isOn }, options)
      : dispatch(setMute, { user, other, isMuted: isOn }, options)

  const blockOrMute = async (kind: keyof typeof verbs) => {
    if (member === null) return
    const entry = await set(member, kind, true, { holdMs: UNDO_MS })
    if (!entry) return
    const undo = async () => {
      // Another tab may have sent it already: then it is ended.
      if (!(await discard(entry))) await set(member, kind, false)
    }
    const action = { label: 'Undo', onPress: () => void undo() }
    toast({ title: `${verbs[kind]} ${other}`, durationMs: UNDO_MS, action })
  }
  const unblockOrUnmute = async (kind: keyof typeof verbs) => {
    if (member !== null) await set(member, kind, false)
  }
  return { blockOrMute, unblockOrUnmute }
}
