import { DAY_MS } from '#contract/durations.ts'
import { COVER_SIDES, type CoverSize } from '#contract/listening/covers.ts'
import { encodeSquare } from '#server/accounts/index.ts'
import type { CoverSettings } from '#server/config/cover-settings.ts'
import { Gate } from '#server/db/gate.ts'
import type { Services } from '#server/http/api.ts'
import { CoverFailure, fetchCover } from './fetch-cover.ts'
import { type CachedCover, type EncodedCover, findCachedCover, findRelease, storeCover, trimCovers } from './store.ts'

/** A cover, or its absence, is requested again after this time. */
const OUTDATED_AFTER_MS = 30 * DAY_MS
const RETRY_AFTER_MS = 3_600_000
const REQUESTS_MAX = 4
/** How many albums may wait for a request; beyond it none is added. */
const WAITING_MAX = 100
/** The cache is trimmed after this many covers. */
const TRIM_EVERY = 50

interface Covers {
  /**
   * Returns a cover as WebP, or undefined without one. An album that is not in the cache is
   * requested from the archive if `mayFetch`; `isBusy` is set if too many others are.
   */
  readonly find: (albumId: number, size: CoverSize, mayFetch: boolean) => Promise<FoundCover>
}

interface FoundCover {
  readonly image: Buffer | undefined
  /** Changes with the image. */
  readonly version: number
  readonly isBusy?: boolean
}

const toFound = (cached: CachedCover | undefined): FoundCover => ({
  image: cached?.image ?? undefined,
  version: cached?.version ?? 0,
})

type CoverServices = Pick<Services, 'db' | 'log' | 'now'>

export function createCovers(services: CoverServices, settings: CoverSettings, userAgent: string): Covers {
  const running = new Map<number, Promise<void>>()
  const requests = new Gate(REQUESTS_MAX)
  let stored = 0

  const update = async (albumId: number) => {
    // The cache may have been read before another update stored the cover.
    const cached = await findCachedCover(services.db, albumId, 'small', services.now())
    if (cached?.isOutdated === false) return
    await storeFetched(services, { archive: settings.archive, userAgent }, albumId)
    if (stored++ % TRIM_EVERY === 0) await trimCovers(services.db, settings.cacheMaxBytes)
  }

  return {
    async find(albumId, size, mayFetch) {
      const cached = await findCachedCover(services.db, albumId, size, services.now())
      if (cached?.isOutdated === false || !mayFetch) return toFound(cached)
      if (!running.has(albumId) && requests.waiting >= WAITING_MAX) return { ...toFound(cached), isBusy: true }
      const updating =
        running.get(albumId) ?? requests.run(() => update(albumId)).finally(() => running.delete(albumId))
      running.set(albumId, updating)
      await updating
      return toFound(await findCachedCover(services.db, albumId, size, services.now()))
    },
  }
}

/** Requests an album's cover and stores the result. A failure is retried after an hour. */
async function storeFetched(
  { db, log, now }: CoverServices,
  archive: { readonly archive: URL; readonly userAgent: string },
  albumId: number,
): Promise<void> {
  const release = await findRelease(db, albumId)
  const store = (cover: Parameters<typeof storeCover>[2], ms: number) =>
    storeCover(db, albumId, cover, { now: now(), outdatedAt: new Date(now().getTime() + ms) })
  try {
    const file = release === undefined ? undefined : await fetchCover(archive, release)
    await store((file && (await encodeCover(file))) ?? null, OUTDATED_AFTER_MS)
  } catch (error) {
    if (!(error instanceof CoverFailure)) throw error
    log.warn('A cover could not be fetched', { reason: error.message })
    await store(null, RETRY_AFTER_MS)
  }
}

/** Encodes a cover in its sizes. Returns undefined as `encodeSquare` does. */
async function encodeCover(file: Buffer): Promise<EncodedCover | undefined> {
  const large = await encodeSquare(file, COVER_SIDES.large)
  const small = large && (await encodeSquare(file, COVER_SIDES.small))
  return small && { large, small }
}
