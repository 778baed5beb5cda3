import { useEffect, useRef } from 'react'
import { proveMusicAccount } from '#contract/listening/music-accounts.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { useSend } from '../useSend.ts'

/** Parameters from Last.fm's redirect: its token, and the value that we sent along. */
export interface Proof {
  token: string
  proof: string
  /** Removes both from the URL: they are valid once. */
  onUsed: () => void
}

/** Sends the parameters from Last.fm's redirect to the server, once. */
export function useProof(member: string, proof: Proof | undefined) {
  const { failure, isBusy, send } = useSend()
  const isSent = useRef(false)
  useEffect(() => {
    if (proof === undefined || isSent.current) return
    isSent.current = true
    const query = { user: member, token: proof.token, proof: proof.proof, client_id: uuid() }
    void send(() => call(proveMusicAccount, query)).then(proof.onUsed)
  })
  return { failure, isBusy }
}
