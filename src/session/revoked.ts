import type { QueryClient } from '@tanstack/react-query'
import { rememberMember } from '#src/accounts/session/remembered.ts'
import { call } from '#src/api/call.ts'
import { wipeMember } from '#src/cache/wipe.ts'
import { whoamiBy } from '#src/offline/drain/host.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { watchStatus } from './watch-status.ts'

/** Delay in ms before the session is checked again: a password change may be replacing it. */
const RECHECK_MS = 2000

interface Watched {
  client: QueryClient
  name: string
  signal: AbortSignal
  onRevoked?: (() => void) | undefined
}

/** Deletes cached data once the server has ended the session. Actions and drafts remain. */
export function watchRevocation({ client, name, signal, onRevoked }: Watched, outbox: Outbox): void {
  let viewer: string | null | undefined
  let isChecking = false
  let isCleared = false
  const check = () => {
    const isSuspected = viewer === null || outbox.snapshot().meta.paused === 'signed-out'
    // Signed in again, perhaps in another tab.
    if (typeof viewer === 'string') isCleared = false
    if (!isSuspected || isChecking || isCleared) return
    isChecking = true
    clearIfRevoked()
      .catch(warn)
      .finally(() => {
        isChecking = false
      })
  }
  const clearIfRevoked = async () => {
    const whoami = whoamiBy(call, name)
    const isOver = (await whoami()) === null && (await wait(RECHECK_MS), await whoami()) === null
    if (isOver && !signal.aborted) await clear()
  }
  const clear = async () => {
    isCleared = true
    await client.cancelQueries()
    client.removeQueries({ type: 'inactive' })
    const shownAnew = client.resetQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
    await wipeMember(name).catch(warn)
    // The device still belongs to the member with pending actions here.
    if (!signal.aborted) rememberMember(name)
    await shownAnew
    if (!signal.aborted) onRevoked?.()
  }
  watchStatus(client, signal, (status) => {
    viewer = status?.viewer
    check()
  })
  signal.addEventListener('abort', outbox.subscribe(check))
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const warn = (error: unknown) =>
  console.warn('What this device stored of an ended session could not be deleted.', error)
