import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SwapAction } from '#src/swaps/SwapAction.tsx'
import { useStored } from '#src/swaps/stored.ts'
import { actionId } from './-swaps/prefetch.ts'
import { prefetches } from './-swaps/prefetches.ts'
import { NoSwap, SwapById } from './-swaps/SwapById.tsx'

export const Route = createFileRoute('/track-swap-action')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Send or Rate a Track', beside: 'swaps' },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void prefetches().then((prefetches) => prefetches.prefetchAction(context, deps.id)),
  component: TrackSwapAction,
})

/** The target for notifications: the swap in the URL, else the one opened last from the history. */
function TrackSwapAction() {
  const search = Route.useSearch()
  const { pendingId } = useStored()
  const id = actionId(search.id, pendingId)
  return (
    <SwapById
      key={id}
      id={id}
      renderHead={() => ({ title: 'Track Swap' })}
      renderWithout={() => <NoSwap text="No swap ID provided" />}
    >
      {(swap, member) => <SwapAction swap={swap} member={member} />}
    </SwapById>
  )
}
