import { useEffect, useRef } from 'react'
import { proveRelay } from '#contract/listening/relays.ts'
import { call } from '#src/api/call.ts'
import { useSend } from '../useSend.ts'

/** Parameters from Last.fm's redirect: its token, and the value that we sent along. */
export interface RelayProof {
  token: string
  proof: string
  /** Removes both from the URL: they are valid once. */
  onUsed: () => void
}

/** Sends the parameters from Last.fm's redirect to the server, once. */
export function useRelayProof(member: string, relayProof: RelayProof | undefined) {
  const { failure, isBusy, send } = useSend()
  const isSent = useRef(false)
  useEffect(() => {
    if (relayProof === undefined || isSent.current) return
    isSent.current = true
    const { token, proof, onUsed } = relayProof
    void send(() => call(proveRelay, { user: member, token, proof })).then(onUsed)
  })
  return { failure, isBusy }
}
