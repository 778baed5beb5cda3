import { LRUCache } from 'lru-cache'
import { type ReadServers, readFromStandby } from '#server/db/standby.ts'
import type { Services } from '#server/http/api.ts'
import { inTime } from '#server/http/in-time.ts'
import { createBusyRefusal, Refusal } from '#server/http/refusal.ts'
import { findPreview } from './find-preview.ts'
import type { PageTarget } from './page-target.ts'
import type { Preview } from './preview.ts'

/**
 * The maximum number of reads at a time, at most half the pool; pages beyond it have no preview.
 */
const READS_MAX = 4
/** How long a preview, or its absence, is reused. Members' changes take effect within it. */
const REUSED_MS = 10_000
const STORED_MAX = 1_000
const RETRY_AFTER_S = 5
const LATE = { preview: undefined, isLate: true }

interface Stored {
  readonly preview: Preview | undefined
  readonly until: number
}

type PreviewServices = ReadServers & Pick<Services, 'config' | 'now' | 'watch' | 'log'>

/** The pages' previews, read from the database and cached for some seconds. */
export class Previews {
  readonly #services: PreviewServices
  readonly #readsMax: number
  readonly #stored = new LRUCache<string, Stored>({ max: STORED_MAX })
  readonly #reads = new Map<string, Promise<Preview | undefined>>()

  constructor(services: PreviewServices) {
    this.#services = services
    this.#readsMax = Math.min(READS_MAX, Math.ceil(services.config.databasePoolSize / 2))
  }

  /**
   * Returns a page's preview, or undefined without one. `isLate`: the database does not respond, or
   * not in time.
   */
  async find(target: PageTarget): Promise<{ preview: Preview | undefined; isLate: boolean }> {
    const name = `${target.kind} ${target.key}`
    const stored = this.#stored.get(name)
    if (stored !== undefined && stored.until > this.#services.now().getTime()) {
      return { preview: stored.preview, isLate: false }
    }
    const isFull = this.#reads.size >= this.#readsMax && !this.#reads.has(name)
    if (isFull || this.#services.watch.isAway()) return LATE
    const reading = (this.#reads.get(name) ?? this.#read(name, target)).then(
      (preview) => ({ preview, isLate: false }),
      // Logged by the read.
      () => LATE,
    )
    // The app's start must not wait for the preview of its page.
    return (await inTime(reading, this.#services.config.previewWaitMs)) ?? LATE
  }

  /** Returns a page's preview. Throws a Refusal: 503 if it is late, 404 without a preview. */
  async get(target: PageTarget): Promise<Preview> {
    const { preview, isLate } = await this.find(target)
    if (isLate) throw createBusyRefusal(RETRY_AFTER_S)
    if (preview === undefined) throw new Refusal(404, 'There is no such page.')
    return preview
  }

  #read(name: string, target: PageTarget): Promise<Preview | undefined> {
    const { now, log } = this.#services
    const reading = readFromStandby(this.#services, 0, (db) => findPreview(db, target, now())).then((preview) => {
      this.#stored.set(name, { preview, until: now().getTime() + REUSED_MS })
      return preview
    })
    this.#reads.set(name, reading)
    const end = () => this.#reads.delete(name)
    reading.then(end, (error: unknown) => {
      end()
      log.warn('A preview could not be read', { reason: error instanceof Error ? error.message : String(error) })
    })
    return reading
  }
}
