import { outboxChannel } from '#src/offline/device/member.ts'

/** Tells other tabs and the worker that a member's outbox changed, and hears it from them (at most every 30 ms). */
export function joinOutboxChannel(member: string, onChanged: () => void, signal: AbortSignal): () => void {
  const channel = new BroadcastChannel(outboxChannel(member))
  let timer: ReturnType<typeof setTimeout> | undefined
  channel.addEventListener('message', () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChanged()
    }, 30)
  })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    channel.close()
  })
  return () => {
    if (!signal.aborted) channel.postMessage('changed')
  }
}
