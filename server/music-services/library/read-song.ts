import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ServiceFailure } from '../service-failure.ts'

/** A library that sends nothing for this time, in ms, has failed; a client that reads slowly has not. */
const IDLE_MS = 20_000
/** The maximum size for a song without a stated length. */
const UNSTATED_MAX_BYTES = 500_000_000

/**
 * Returns the body of a library response, read no faster than it is sent. Fails if the body has
 * another length than stated, endless ones included, or does not continue for 20 s. Closing it
 * closes the connection to the library.
 */
export function readSong(response: IncomingMessage, bytes: number | undefined, idleMs = IDLE_MS): Readable {
  const audio = Readable.from(readChunks(response, bytes, idleMs), { objectMode: false })
  // A generator that has not begun does not learn that its reader has left.
  audio.once('close', () => response.destroy())
  return audio
}

async function* readChunks(
  response: IncomingMessage,
  bytes: number | undefined,
  idleMs: number,
): AsyncGenerator<Buffer> {
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let length = 0
  for (;;) {
    const { done, value } = await nextWithin(response, chunks, idleMs)
    if (done === true) break
    length += value.length
    if (length > (bytes ?? UNSTATED_MAX_BYTES)) throw new ServiceFailure('unreadable_answer')
    yield value
  }
  if (bytes !== undefined && length < bytes) throw new ServiceFailure('unreadable_answer')
}

/** Returns the next chunk. Throws ServiceFailure `service_away` if it does not arrive in time, or is cut. */
async function nextWithin(
  response: IncomingMessage,
  chunks: AsyncIterator<Buffer>,
  idleMs: number,
): Promise<IteratorResult<Buffer>> {
  const timer = setTimeout(() => response.destroy(new Error('The library sends nothing.')), idleMs)
  try {
    return await chunks.next()
  } catch (cause) {
    throw new ServiceFailure('service_away', { cause })
  } finally {
    clearTimeout(timer)
  }
}
