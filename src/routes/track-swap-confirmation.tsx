import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { SwapConfirmation } from '#src/swaps/SwapConfirmation.tsx'

export const Route = createFileRoute('/track-swap-confirmation')({
  staticData: { title: 'Track Swap Confirmation', beside: 'swaps' },
  component: TrackSwapConfirmation,
})

function TrackSwapConfirmation() {
  const { member } = useSession()
  return (
    <Screen
      header={<ScreenHeader title="Track Swap" back={{ label: 'Back to Track Swap', to: '/track-swap-entry' }} />}
    >
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <SwapConfirmation />}
    </Screen>
  )
}
