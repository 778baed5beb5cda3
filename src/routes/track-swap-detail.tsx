import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { StatusBadge } from '#src/swaps/StatusBadge.tsx'
import { SwapDetail } from '#src/swaps/SwapDetail.tsx'
import { swapStatus } from '#src/swaps/status.ts'
import { prefetches } from './-swaps/prefetches.ts'
import { ReportSwap } from './-swaps/ReportSwap.tsx'
import { NoSwap, SwapById } from './-swaps/SwapById.tsx'

export const Route = createFileRoute('/track-swap-detail')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Track Swap Detail', beside: 'swaps' },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void prefetches().then((prefetches) => prefetches.prefetchSwap(context, deps.id)),
  component: TrackSwapDetail,
})

function TrackSwapDetail() {
  const { id } = Route.useSearch()
  return (
    <SwapById
      key={id}
      id={id}
      renderHead={(swap, member) => {
        if (!swap || member === undefined) return { title: 'Track Swap' }
        const status = swapStatus(swap, member)
        return {
          title: status === 'completed' ? 'Track Swap Results' : 'Track Swap',
          badge: <StatusBadge status={status} isDetail />,
          actions: <ReportSwap swap={swap} member={member} />,
        }
      }}
      renderWithout={() => <NoSwap text="No swap ID provided" />}
    >
      {(swap, member) => <SwapDetail swap={swap} member={member} />}
    </SwapById>
  )
}
