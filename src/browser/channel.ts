import { outboxChannel } from '#contract/storage-names.ts'

/**
 * Notifies other tabs and the worker of changes to a member's outbox, and receives theirs (at most
 * every 30 ms).
 */
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
