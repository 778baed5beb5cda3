import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { ReportDialog } from '#src/accounts/reports/ReportDialog.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { getSwapId, type ShownSwap } from '#src/swaps/overlay.ts'
import { StatusBadge } from '#src/swaps/StatusBadge.tsx'
import { SwapDetail } from '#src/swaps/SwapDetail.tsx'
import { swapStatus, toSwapView } from '#src/swaps/status.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { prefetches } from './-swaps/prefetches.ts'
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

/** Reports what the other member wrote in a swap: in the header, since the tracks below are a long list. */
function ReportSwap({ swap, member }: { swap: ShownSwap; member: string }) {
  const [isOpen, setOpen] = useState(false)
  const hostAdds = useHostAdds()
  const id = getSwapId(swap)
  const { user: name } = toSwapView(swap, member).other
  if (!hostAdds || id < 0 || isDeletedMember(name)) return null
  return (
    <>
      <IconButton icon="warning" label="Report This Swap..." aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <ReportDialog name={name} related={{ type: 'Swap', id }} onClose={() => setOpen(false)} />}
    </>
  )
}
