import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader, type ScreenHeaderProps } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { getSwapId, type ShownSwap } from '#src/swaps/overlay.ts'
import { BackToHistory } from '#src/swaps/SwapDetail.tsx'
import { swapStatus } from '#src/swaps/status.ts'
import { parseSwapId } from '#src/swaps/swap-id.ts'
import { useSwap } from '#src/swaps/useSwap.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row } from '#src/ui/Stack.tsx'

type Head = Pick<ScreenHeaderProps, 'title' | 'actions'> & {
  /** Above the swap: in the header it would leave the title no room on a phone. */
  badge?: ReactNode
}

interface SwapByIdProps {
  id: string | undefined
  /** Renders the head of the screen; without a swap until it is loaded. */
  renderHead: (swap?: ShownSwap, member?: string) => Head
  renderWithout: (member: string) => ReactNode
  /**
   * Renders a swap that the user is not part of, for visitors (null) too. `loading` is the state of
   * the user's own swap until it is certain that there is none. Without the function there is no
   * such swap, and visitors are prompted to log in.
   */
  renderForOthers?: ((id: number, member: string | null, loading?: ReactNode) => ReactNode) | undefined
  children: (swap: ShownSwap, member: string) => ReactNode
}

/** A screen about one swap: found by its id, for its two members. */
export function SwapById({ id, renderHead, renderWithout, renderForOthers, children }: SwapByIdProps) {
  const { member } = useSession()
  const parsed = parseSwapId(id)
  if (member === null)
    return (
      <SwapScreen head={renderHead()} isVisitor isSpread={renderForOthers !== undefined}>
        {renderForOthers && isOnServer(parsed) ? (
          renderForOthers(parsed, null)
        ) : renderForOthers && parsed !== 'absent' ? (
          <EmptyState icon="swap" text="Swap not found" />
        ) : (
          <LogInPrompt text="Please log in to continue" />
        )}
      </SwapScreen>
    )
  if (parsed === 'absent') return <SwapScreen head={renderHead()}>{renderWithout(member)}</SwapScreen>
  if (parsed === 'malformed')
    return (
      <SwapScreen head={renderHead()}>
        <NoSwap text="Swap not found" />
      </SwapScreen>
    )
  return <FoundSwap {...{ id: parsed, member, renderHead, renderForOthers, children }} />
}

/** Ids below 0 are for swaps that this device has not sent. */
const isOnServer = (id: ReturnType<typeof parseSwapId>): id is number => typeof id === 'number' && id > 0

function FoundSwap({
  id,
  member,
  renderHead,
  renderForOthers,
  children,
}: Omit<SwapByIdProps, 'id' | 'renderWithout'> & { id: number; member: string }) {
  const live = useSwap(member, id)
  const pathname = useScreenPathname()
  const swap = live.value?.swap
  // The server has returned the id for a swap begun here: the URL changes to it.
  if (id < 0 && swap && getSwapId(swap) > 0)
    return <Navigate to={pathname} search={{ id: String(getSwapId(swap)) }} replace />
  const ownSwap = (
    <QueryState live={live} loading={<Skeleton shape="card" count={2} />} failed="Failed to fetch swap details">
      {({ swap: known }) => (known ? children(known, member) : <NoSwap text="Swap not found" />)}
    </QueryState>
  )
  return (
    <SwapScreen
      head={renderHead(swap, member)}
      hasBackLinkBelow={live.value !== undefined && !(swap && swapStatus(swap, member) === 'action_required')}
      mayRefresh={isWaitedFor(swap, member)}
    >
      {!swap && renderForOthers && isOnServer(id)
        ? renderForOthers(id, member, live.value === undefined ? ownSwap : undefined)
        : ownSwap}
    </SwapScreen>
  )
}

/** Returns whether it is the other's turn, so that a refresh may be useful. */
const isWaitedFor = (swap: ShownSwap | undefined, member: string) =>
  swap !== undefined && getSwapId(swap) > 0 && swapStatus(swap, member) === 'pending'

/** Shown without a swap, with a link back. */
export const NoSwap = ({ text }: { text: string }) => <EmptyState icon="swap" text={text} action={<BackToHistory />} />

interface SwapScreenProps {
  head: Head
  mayRefresh?: boolean
  /** The screen has a back button of its own: the arrow then has another name. */
  hasBackLinkBelow?: boolean
  isVisitor?: boolean
  isSpread?: boolean
  children: ReactNode
}

function SwapScreen({
  head: { actions, badge, ...head },
  mayRefresh = false,
  hasBackLinkBelow = true,
  isVisitor = false,
  isSpread = false,
  children,
}: SwapScreenProps) {
  const label = hasBackLinkBelow ? 'Back' : 'Back to History'
  const back = useWayBack(isVisitor ? { to: '/', label: 'Back to Feed' } : { to: '/track-swap-history', label })
  const buttons = (
    <>
      {actions}
      {mayRefresh && <RefreshButton />}
    </>
  )
  return (
    <Screen isSpread={isSpread} header={<ScreenHeader {...head} back={back} actions={buttons} />}>
      {badge && <Row>{badge}</Row>}
      {children}
    </Screen>
  )
}
