import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { StatusBadge } from '#src/swaps/StatusBadge.tsx'
import { SwapDetail } from '#src/swaps/SwapDetail.tsx'
import { swapStatus } from '#src/swaps/status.ts'
import { prefetches } from './-swaps/prefetches.ts'
import { SharedSwap } from './-swaps/SharedSwap.tsx'
import { NoSwap, SwapById } from './-swaps/SwapById.tsx'

export const Route = createFileRoute('/track-swap-results')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Track Swap Results', beside: 'swaps' },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (context.member === null) return prefetches().then((prefetches) => prefetches.prefetchShared(context, deps.id))
    void prefetches().then((prefetches) => prefetches.prefetchSwap(context, deps.id))
    return undefined
  },
  component: TrackSwapResults,
})

/** A real swap: its results, or its status. For others, the results that its members share. */
function TrackSwapResults() {
  const { id } = Route.useSearch()
  return (
    <SwapById
      key={id}
      id={id}
      renderHead={(swap, member) => ({
        title: 'Track Swap Results',
        badge: swap && member !== undefined && <StatusBadge status={swapStatus(swap, member)} isDetail />,
      })}
      renderWithout={() => <NoSwap text="No match user found for swap results." />}
      renderForOthers={(swapId, member, loading) => <SharedSwap id={swapId} member={member} loading={loading} />}
    >
      {(swap, member) => <SwapDetail swap={swap} member={member} />}
    </SwapById>
  )
}
