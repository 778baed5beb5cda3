import type { ReactNode } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { SignUpCard } from '#src/accounts/session/SignUpCard.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { useIsSpecOnly } from '#src/status/useHostAdds.ts'
import { sharedSwapQuery } from '#src/swaps/share/queries.ts'
import { SharedResults } from '#src/swaps/share/SharedResults.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { NoSwap } from './SwapById.tsx'

interface SharedSwapProps {
  id: number
  /** Null: a visitor. */
  member: string | null
  /** Shown until it is certain that the swap is not the member's own: nothing is requested. */
  loading?: ReactNode
}

/** Results for a swap that its members share, for visitors and for members outside it. */
export function SharedSwap({ id, member, loading }: SharedSwapProps) {
  const isSpecOnly = useIsSpecOnly()
  const live = useLive(sharedSwapQuery(id), { enabled: loading === undefined && isSpecOnly === false })
  const shared = live.value?.shared
  useScreenTitle(shared ? `${shared.initiator.username} and ${shared.matched.username} flipped sides` : undefined)
  // Without a connection the results may be on the device.
  if (loading !== undefined && !shared) return loading
  if (isSpecOnly === true && live.value === undefined)
    return member === null ? <LogInPrompt text="Please log in to continue" /> : <NoSwap text="Swap not found" />
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={2} />} failed="Failed to fetch swap details">
      {({ shared }) => {
        const results = shared ? <SharedResults shared={shared} /> : <NoSharedSwap member={member} />
        if (member === null) return <Panes gap="l" lead={results} side={<SwapInvitation />} />
        return (
          <Stack gap="l">
            {results}
            {shared && <StartSwap />}
          </Stack>
        )
      }}
    </QueryState>
  )
}

const NoSharedSwap = ({ member }: Pick<SharedSwapProps, 'member'>) =>
  member === null ? (
    <EmptyState icon="swap" text="Swap not found" more="It does not exist, or its members do not share the results." />
  ) : (
    <NoSwap text="Swap not found" />
  )

const StartSwap = () => (
  <ButtonLink block to="/track-swap-entry">
    Start Track Swap
  </ButtonLink>
)

const SwapInvitation = () => (
  <SignUpCard title="Swap a track yourself">
    Send a track to another listener, get one back, and rate it: the rating is swag for its sender.
  </SignUpCard>
)
