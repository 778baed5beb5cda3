import { useDispatch } from '#src/cache/useDispatch.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
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

/** Ends a swap without a response, after a confirmation. Not on hosts without it. */
export function EndSwap({ kind, swap, member }: EndSwapProps) {
  const { dispatch } = useDispatch()
  if (!useHostAdds()) return null
  const { button, title, text } = texts[kind]
  const action = kind === 'decline' ? declineSwap : withdrawSwap
  return (
    <ConfirmButton
      block
      label={button}
      title={title}
      cancel="Keep it"
      onConfirm={() => dispatch(action, { user: member, swapId: getSwapId(swap) })}
    >
      <Text tone="quiet">{text(toSwapView(swap, member).other.user)}</Text>
    </ConfirmButton>
  )
}
