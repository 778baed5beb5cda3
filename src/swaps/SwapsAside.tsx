import { useState } from 'react'
import { SwapHistory } from './SwapHistory.tsx'
import type { SwapStatus } from './status.ts'

/** The user's swaps beside the open one, on a wide window. */
export function SwapsAside({ member }: { member: string }) {
  const [status, setStatus] = useState<SwapStatus>()
  return <SwapHistory member={member} status={status} onStatus={setStatus} isAside />
}
