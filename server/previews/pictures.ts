import { LRUCache } from 'lru-cache'
import { Gate } from '#server/db/gate.ts'
import { createBusyRefusal } from '#server/http/refusal.ts'

/** The maximum number of pictures that are drawn concurrently: drawing leaves a core to requests. */
const SLOTS = 2
/** The maximum number of queued pictures; further requests are rejected with 503. */
const WAITING_MAX = 16
const RETRY_AFTER_S = 5
const STORED_MAX = { max: 1_000, maxSize: 16_000_000 }

/**
 * Draws pictures, a few at a time, and caches the latest in memory. Picture and key change
 * together, so that nothing is invalidated.
 */
export class PictureCache {
  readonly #stored = new LRUCache<string, Buffer>({ ...STORED_MAX, sizeCalculation: ({ length }) => length })
  readonly #running = new Map<string, Promise<Buffer>>()
  readonly #gate = new Gate(SLOTS)

  /**
   * Returns a picture, drawn by `draw` unless it is cached or being drawn. Throws a Refusal 503.
   */
  find(key: string, draw: () => Promise<Buffer>): Promise<Buffer> | Buffer {
    const found = this.#stored.get(key) ?? this.#running.get(key)
    if (found !== undefined) return found
    if (this.#gate.waiting >= WAITING_MAX) throw createBusyRefusal(RETRY_AFTER_S)
    const drawing = this.#draw(key, draw).finally(() => this.#running.delete(key))
    this.#running.set(key, drawing)
    return drawing
  }

  async #draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = await this.#gate.run(draw)
    this.#stored.set(key, picture)
    return picture
  }
}
