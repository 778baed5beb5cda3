import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { SwapHistory } from './SwapHistory.tsx'
import { swapStatuses } from './status.ts'

/** The status in the history URL is the first one shown; then the choice stays. */
export function SwapsAside({ member }: { member: string }) {
  const { show } = useSearch({ strict: false })
  const [status, setStatus] = useState(() => swapStatuses.find((each) => each === show))
  return <SwapHistory member={member} status={status} onStatus={setStatus} isAside />
}
