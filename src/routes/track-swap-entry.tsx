import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { SwapEntry, SwapSteps } from '#src/swaps/SwapEntry.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { ExampleSwap } from './-swaps/ExampleSwap.tsx'
import { prefetches } from './-swaps/prefetches.ts'

export const Route = createFileRoute('/track-swap-entry')({
  staticData: { title: 'Track Swap', beside: 'swaps' },
  loader: ({ context }) => void prefetches().then((prefetches) => prefetches.prefetchGame(context)),
  component: TrackSwapEntry,
})

function TrackSwapEntry() {
  const { member } = useSession()
  return (
    <Screen header={<ScreenHeader title="Track Swap" />}>
      {member === null ? (
        <Stack gap="m">
          <SwapSteps />
          <LogInPrompt text="Please log in to continue" />
          <ExampleSwap />
        </Stack>
      ) : (
        <SwapEntry member={member} />
      )}
    </Screen>
  )
}
