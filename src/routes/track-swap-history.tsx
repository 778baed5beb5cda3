import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import * as v from 'valibot'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { ReceivedPlaylist, SwapHistory } from '#src/swaps/SwapHistory.tsx'
import { LastSwaps } from '#src/swaps/SwapShelf.tsx'
import { swapStatuses } from '#src/swaps/status.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { prefetches } from './-swaps/prefetches.ts'

export const Route = createFileRoute('/track-swap-history')({
  validateSearch: v.object({ show: v.optional(v.string()) }),
  staticData: { title: 'Track Swap History', beside: 'swaps' },
  loader: ({ context }) => void prefetches().then((prefetches) => prefetches.prefetchHistory(context)),
  component: TrackSwapHistory,
})

function TrackSwapHistory() {
  const { member } = useSession()
  const { show } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <Screen
      header={
        <ScreenHeader
          title="Track Swap History"
          back={{ label: 'Back to Track Swap', to: '/track-swap-entry' }}
          actions={
            member !== null && (
              <>
                <ReceivedPlaylist member={member} />
                <RefreshButton />
              </>
            )
          }
        />
      }
    >
      {member === null ? (
        <LogInPrompt text="Please log in to view your track swaps" />
      ) : (
        <History
          member={member}
          // An unknown status shows all.
          status={swapStatuses.find((status) => status === show)}
          onStatus={(status) =>
            void navigate({ to: '/track-swap-history', search: status ? { show: status } : {}, replace: true })
          }
        />
      )}
    </Screen>
  )
}

/** On a wide window the list is beside the screen. */
function History(props: ComponentProps<typeof SwapHistory>) {
  if (useIsWide())
    return (
      <>
        <EmptyState
          icon="swap"
          text="Your Track Swaps open here"
          more="Choose one, or start a new one."
          link={{ text: 'Start Track Swap', to: '/track-swap-entry' }}
        />
        <LastSwaps member={props.member} />
      </>
    )
  return <SwapHistory {...props} />
}
