import { useEffect, useRef } from 'react'
import { useSend } from './useSend.ts'

/** Parameters from Last.fm's redirect: its token, and the value that we sent along. */
export interface Proof {
  token: string
  proof: string
  /** Removes both from the URL: they are valid once. */
  onUsed: () => void
}

/** Sends the parameters from Last.fm's redirect to the server, once. */
export function useProof(redirect: Proof | undefined, prove: (proof: Omit<Proof, 'onUsed'>) => Promise<unknown>) {
  const { failure, isBusy, send } = useSend()
  const isSent = useRef(false)
  useEffect(() => {
    if (redirect === undefined || isSent.current) return
    isSent.current = true
    const { onUsed, ...proof } = redirect
    void send(() => prove(proof)).then(onUsed)
  })
  return { failure, isBusy }
}
