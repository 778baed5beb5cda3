import { useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { declineSwap, withdrawSwap } from './actions.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { toSwapView } from './status.ts'

const texts = {
  decline: {
    button: 'Decline Swap',
    title: 'Decline this Track Swap?',
    text: (name: string) => `${name} is told that you declined. Nobody earns swag.`,
  },
  withdraw: {
    button: 'Withdraw Swap',
    title: 'Withdraw this Track Swap?',
    text: (name: string) => `${name} can no longer answer it, and is told so. Nobody earns swag.`,
  },
} as const

interface EndSwapProps {
  kind: keyof typeof texts
  swap: ShownSwap
  member: string
}

/**
 * Ends a swap that is not yet answered, after a confirmation. Not on hosts that cannot end swaps.
 */
export function EndSwap({ kind, swap, member }: EndSwapProps) {
  const { dispatch } = useDispatch()
  const [isConfirming, setConfirming] = useState(false)
  if (!useHostAdds()) return null
  const { button, title, text } = texts[kind]
  const end = async () => {
    setConfirming(false)
    await dispatch(kind === 'decline' ? declineSwap : withdrawSwap, { user: member, swapId: getSwapId(swap) })
  }
  return (
    <>
      <Button block variant="quiet" onClick={() => setConfirming(true)}>
        {button}
      </Button>
      {isConfirming && (
        <FormDialog
          isDangerous
          title={title}
          submit={button}
          cancel="Keep it"
          onSubmit={() => void end()}
          onClose={() => setConfirming(false)}
        >
          <Text tone="quiet">{text(toSwapView(swap, member).other.user)}</Text>
        </FormDialog>
      )}
    </>
  )
}
