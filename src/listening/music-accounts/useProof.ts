import { useEffect, useRef } from 'react'
import { proveMusicAccount } from '#contract/listening/music-accounts.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { useSend } from '../useSend.ts'

/** What Last.fm sends a member back with: its token, and the word that we gave them on the way. */
export interface Proof {
  token: string
  proof: string
  /** Takes both out of the address: they are good once. */
  onUsed: () => void
}

/** Joins the way back from Last.fm: what the address brings is sent to the server, once. */
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
