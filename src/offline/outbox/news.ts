import type { Outbox } from './outbox.ts'

/**
 * Calls back when there may be an entry to send, from this context or another: an action was
 * stored, or a pause ended. The tab that ended it may close before it has sent, so that every other
 * tab must start too. Returns a function that stops it.
 */
export function onOutboxNews(outbox: Outbox, callback: () => void): () => void {
  let seen = outbox.snapshot().meta
  return outbox.subscribe(() => {
    const { meta } = outbox.snapshot()
    const isNews = meta.seq !== seen.seq || meta.resumed !== seen.resumed
    seen = meta
    if (isNews) callback()
  })
}
