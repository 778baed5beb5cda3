import { createBusyRefusal } from '#server/http/refusal.ts'

/** The maximum number of pictures that are drawn concurrently: drawing leaves a core to requests. */
const SLOTS = 2
/** The maximum number of queued pictures; further requests are rejected with 503. */
const WAITING_MAX = 16
const RETRY_AFTER_S = 5
const STORED_MAX_BYTES = 16_000_000

/**
 * Draws pictures, a few at a time, and caches the latest in memory. Picture and key change
 * together, so that nothing is invalidated.
 */
export class PictureCache {
  readonly #stored = new Map<string, Buffer>()
  readonly #running = new Map<string, Promise<Buffer>>()
  readonly #waiting: (() => void)[] = []
  #slotsTaken = 0
  #bytes = 0

  /**
   * Returns a picture, drawn by `draw` unless it is cached or being drawn. Throws a Refusal 503.
   */
  find(key: string, draw: () => Promise<Buffer>): Promise<Buffer> | Buffer {
    const stored = this.#stored.get(key)
    if (stored !== undefined) {
      this.#stored.delete(key)
      this.#stored.set(key, stored)
      return stored
    }
    const running = this.#running.get(key)
    if (running !== undefined) return running
    if (this.#slotsTaken >= SLOTS && this.#waiting.length >= WAITING_MAX) {
      throw createBusyRefusal(RETRY_AFTER_S)
    }
    const drawing = this.#draw(key, draw)
    this.#running.set(key, drawing)
    return drawing
  }

  async #draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#slotsTaken < SLOTS) this.#slotsTaken++
    // A drawing that ends hands its slot over: `#slotsTaken` does not change.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      const picture = await draw()
      this.#store(key, picture)
      return picture
    } finally {
      this.#running.delete(key)
      const next = this.#waiting.shift()
      if (next === undefined) this.#slotsTaken--
      else next()
    }
  }

  #store(key: string, picture: Buffer): void {
    this.#stored.set(key, picture)
    this.#bytes += picture.length
    for (const [oldest, { length }] of this.#stored) {
      if (this.#bytes <= STORED_MAX_BYTES) return
      this.#stored.delete(oldest)
      this.#bytes -= length
    }
  }
}
