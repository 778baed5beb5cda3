import { useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { ReportDialog } from '#src/accounts/reports/ReportDialog.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { getSwapId, type ShownSwap } from '#src/swaps/overlay.ts'
import { toSwapView } from '#src/swaps/status.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

/** Reports what the other member wrote in a swap: in the header, since the tracks below are a long list. */
export function ReportSwap({ swap, member }: { swap: ShownSwap; member: string }) {
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
