import { useDispatch } from '#src/cache/useDispatch.ts'
import { toast } from '#src/ui/toast.ts'
import { block, mute, unblock, unmute } from '../actions.ts'
import { useSession } from '../session/session.ts'

/** How long blocking and muting wait before they are sent, so that nothing is lost by undoing them. */
const UNDO_MS = 5000

const acts = {
  block: { action: block, back: unblock, did: 'Blocked' },
  mute: { action: mute, back: unmute, did: 'Muted' },
} as const

/** Keeps a member away, shown at once, and lets it be undone; or ends it. */
export function useBlockActs(other: string) {
  const { member } = useSession()
  const { dispatch, discard } = useDispatch()

  const keepAway = async (kind: keyof typeof acts) => {
    if (member === null) return
    const { action, back, did } = acts[kind]
    const entry = await dispatch(action, { user: member, other }, { holdMs: UNDO_MS })
    if (!entry) return
    const undo = async () => {
      // It may have left already, from another tab: then it is ended.
      if (!(await discard(entry))) await dispatch(back, { user: member, other })
    }
    toast({ title: `${did} ${other}`, durationMs: UNDO_MS, action: { label: 'Undo', onPress: () => void undo() } })
  }
  const letBack = async (kind: keyof typeof acts) => {
    if (member !== null) await dispatch(acts[kind].back, { user: member, other })
  }
  return { keepAway, letBack }
}
