import { UnreadableFile } from './unreadable-file.ts'

/** Smaller chunks are joined, since cost depends on the number of chunks, not of bytes. */
const CHUNK_MIN_BYTES = 16_384

interface ArrivalLimits {
  /**
   * Returns whether other imports are waiting for this one. Only then does a slow upload time out.
   */
  readonly areOthersWaiting: () => boolean
  /** The maximum time without data. */
  readonly idleMs: number
  /** After this total waiting time, the mean rate must be at least `minBytesPerS`. */
  readonly graceMs: number
  readonly minBytesPerS: number
}

/** A 64 kbit/s connection sends at twice the minimum rate. */
export const ARRIVAL_LIMITS: Omit<ArrivalLimits, 'areOthersWaiting'> = {
  idleMs: 30_000,
  graceMs: 60_000,
  minBytesPerS: 4000,
}

/**
 * Yields the bytes of an upload in chunks with a minimum size. Throws UnreadableFile if the upload
 * is so slow that other imports, which wait for its place in the queue, would wait for hours.
 */
export async function* bufferChunks(
  chunks: AsyncIterable<Uint8Array>,
  limits: ArrivalLimits,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const pace = createPace(limits)
  let parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const next = await pace.next(source)
    if (next.done === true) break
    parts.push(next.value)
    size += next.value.length
    if (size < CHUNK_MIN_BYTES) continue
    yield concatParts(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield concatParts(parts)
}

const concatParts = (parts: readonly Uint8Array[]): Uint8Array =>
  (parts.length === 1 && parts[0]) || Buffer.concat(parts)

/** Awaits chunks and sums the time spent waiting for them. */
function createPace({ areOthersWaiting, idleMs, graceMs, minBytesPerS }: ArrivalLimits) {
  let waitedMs = 0
  let bytes = 0
  const throwTooSlow = () => {
    throw new UnreadableFile('The file arrived too slowly while others waited. Send it again: nothing is taken twice.')
  }
  return {
    async next(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
      const startedAt = performance.now()
      const pending = source.next()
      const next = await awaitWithChecks(pending, idleMs, () => (areOthersWaiting() ? throwTooSlow() : undefined))
      waitedMs += performance.now() - startedAt
      bytes += next.done === true ? 0 : next.value.length
      const isSlow = waitedMs > graceMs && bytes < (waitedMs / 1000) * minBytesPerS
      if (isSlow && areOthersWaiting()) throwTooSlow()
      return next
    },
  }
}

/** Awaits a promise and calls `onIdle`, which may throw, every `ms` until it settles. */
async function awaitWithChecks<T>(promise: Promise<T>, ms: number, onIdle: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const idle = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        onIdle()
      } catch (error) {
        reject(error)
      }
    }, ms)
    timer.unref()
  })
  try {
    return await Promise.race([promise, idle])
  } finally {
    clearInterval(timer)
  }
}

/** Yields the chunks, each after `count` has resolved. */
export async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await count(chunk.length)
    yield chunk
  }
}
