import type { Outbox } from '#src/offline/outbox/outbox.ts'

/** The next entry begins to be sent within this time, in ms, after an acknowledgement. */
const QUIET_MS = 60

/** Calls `refetch` after a drain's last acknowledgement, not while an entry is being sent. */
export function refetchAfterDrain(
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>,
  refetch: () => void,
  signal: AbortSignal,
) {
  let { rev } = outbox.snapshot().meta
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetchOnceQuiet = () => {
    const isSending = outbox.snapshot().entries.some(({ status }) => status === 'sending')
    if (isSending) timer = setTimeout(refetchOnceQuiet, QUIET_MS)
    else refetch()
  }
  const stop = outbox.subscribe(() => {
    const now = outbox.snapshot().meta.rev
    if (now === rev) return
    rev = now
    clearTimeout(timer)
    timer = setTimeout(refetchOnceQuiet, QUIET_MS)
  })
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
}
