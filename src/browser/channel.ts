import { outboxChannel } from '#contract/storage-names.ts'

/** Notifies other tabs and the worker of outbox changes, and receives theirs every 30 ms at most. */
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
