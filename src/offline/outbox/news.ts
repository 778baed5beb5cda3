import type { Outbox } from './outbox.ts'

/**
 * Calls back when there may be something new to send, whoever brought it, this context or another: an act was kept, or a pause
 * was ended. The tab that ended it may be closed before it has sent anything, so that every other one must take it up too.
 * Returns how to stop.
 */
export function onNewsOf(outbox: Outbox, callback: () => void): () => void {
  let seen = outbox.snapshot().meta
  return outbox.subscribe(() => {
    const { meta } = outbox.snapshot()
    const isNews = meta.seq !== seen.seq || meta.resumed !== seen.resumed
    seen = meta
    if (isNews) callback()
  })
}
