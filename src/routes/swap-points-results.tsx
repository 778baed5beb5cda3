import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SwapDetail } from '#src/swaps/SwapDetail.tsx'
import { LatestPoints, SwapPoints } from '#src/swaps/SwapPoints.tsx'
import { swapStatus } from '#src/swaps/status.ts'
import { prefetches } from './-swaps/prefetches.ts'
import { SwapById } from './-swaps/SwapById.tsx'

export const Route = createFileRoute('/swap-points-results')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Swap Points Results', beside: 'swaps' },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void prefetches().then((prefetches) => prefetches.prefetchSwap(context, deps.id)),
  component: SwapPointsResults,
})

/** The swag of a real swap; an incomplete one shows its status, without congratulations. */
function SwapPointsResults() {
  const { id } = Route.useSearch()
  return (
    <SwapById
      key={id}
      id={id}
      renderHead={() => ({ title: 'Swap Points Results' })}
      renderWithout={(member) => <LatestPoints member={member} />}
    >
      {(swap, member) =>
        swapStatus(swap, member) === 'completed' ? (
          <SwapPoints swap={swap} member={member} />
        ) : (
          <SwapDetail swap={swap} member={member} />
        )
      }
    </SwapById>
  )
}
