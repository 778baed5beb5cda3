import { LRUCache } from 'lru-cache'
import type { RateLimit } from '#server/config/config.ts'

interface Level {
  tokens: number
  refilledAtMs: number
}

/** The maximum number of stored buckets: about 10 MB. */
const BUCKETS_MAX = 50_000

/**
 * Token buckets in this process's memory, for requests that are too cheap to pay for a database
 * write. Each process counts its own requests. At most `bucketsMax` buckets are stored; the one
 * that was unused for longest is evicted, which refills it.
 */
export class ProcessBuckets {
  readonly #levels: LRUCache<string, Level>

  constructor(bucketsMax: number = BUCKETS_MAX) {
    this.#levels = new LRUCache({ max: bucketsMax })
  }

  /** Takes a token. Returns 0, or the seconds until there is one; then none was taken. */
  take(key: string, { burst, perSecond }: RateLimit, now: Date): number {
    const nowMs = now.getTime()
    const level = this.#levels.get(key) ?? { tokens: burst, refilledAtMs: nowMs }
    const elapsedMs = Math.max(0, nowMs - level.refilledAtMs)
    level.tokens = Math.min(burst, level.tokens + (elapsedMs / 1000) * perSecond)
    level.refilledAtMs = Math.max(nowMs, level.refilledAtMs)
    this.#levels.set(key, level)
    if (level.tokens < 1) return (1 - level.tokens) / perSecond
    level.tokens -= 1
    return 0
  }

  get size(): number {
    return this.#levels.size
  }
}
