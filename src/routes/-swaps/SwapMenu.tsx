import { MemberMenu } from '#src/accounts/blocks/MemberMenu.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { getSwapId, type ShownSwap } from '#src/swaps/overlay.ts'
import { toSwapView } from '#src/swaps/status.ts'

/** Mute, block, and report what the other member wrote in a swap. */
export function SwapMenu({ swap, member }: { swap: ShownSwap; member: string }) {
  const id = getSwapId(swap)
  if (!useHostAdds() || id < 0) return null
  return <MemberMenu name={toSwapView(swap, member).other.user} related={{ type: 'Swap', id }} />
}
