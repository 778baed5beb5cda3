import { addressIn } from './address.ts'
import type { Api, RequestContext } from './api.ts'
import { Refusal } from './refusal.ts'

/** A request's body, which few requests have. */
export interface RequestBody {
  /**
   * Reads the whole body, once. Throws a Refusal 413 as soon as it is known to exceed `maxBytes`.
   */
  read(maxBytes: number): Promise<{ readonly bytes: Buffer; readonly contentType: string | undefined }>
  /** Returns the bytes as they arrive, once. Throws like `read`. */
  chunks(maxBytes: number): AsyncIterable<Uint8Array>
  /** The length in bytes according to the request's header. */
  readonly length: number | undefined
}

/**
 * The size from which bodies are counted, in bytes. The connection limit bounds the total for
 * shorter ones.
 */
const COUNTED_FROM_BYTES = 65_536

export function createRequestBody(api: Pick<Api, 'bodies' | 'config'>, c: RequestContext): RequestBody {
  const header = c.req.header('Content-Length')
  const length = header === undefined ? undefined : Number(header)
  const chunks = (maxBytes: number) => readChunks(c, length, maxBytes)
  return {
    length,
    chunks,
    async read(maxBytes) {
      const contentType = c.req.header('Content-Type')
      // Node limits a body to its Content-Length, so that a short one is read without streams,
      // which would cost more than handling it.
      const isShort = length !== undefined && length <= Math.min(maxBytes, COUNTED_FROM_BYTES)
      try {
        return { bytes: isShort ? await readShort(c) : await readCounted(api, c, chunks(maxBytes)), contentType }
      } catch (error) {
        throw error instanceof Refusal ? error : createIncompleteRefusal(error)
      }
    },
  }
}

async function* readChunks(
  c: RequestContext,
  length: number | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  // A wrong or missing Content-Length is detected while reading.
  if ((length ?? 0) > maxBytes) throw createTooLongRefusal()
  let read = 0
  for await (const chunk of c.req.raw.body ?? []) {
    read += chunk.length
    if (read > maxBytes) throw createTooLongRefusal()
    yield chunk
  }
}

const readShort = async (c: RequestContext): Promise<Buffer> => Buffer.from(await c.req.arrayBuffer())

async function readCounted(
  api: Pick<Api, 'bodies' | 'config'>,
  c: RequestContext,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const address = addressIn(api, c)
  const parts: Uint8Array[] = []
  let counted = 0
  try {
    for await (const chunk of chunks) {
      api.bodies.add(address, chunk.length)
      counted += chunk.length
      parts.push(chunk)
    }
    return Buffer.concat(parts)
  } finally {
    api.bodies.release(address, counted)
  }
}

/**
 * Returns the refusal for a client that disconnected or was too slow. It is only logged: nothing
 * reads the response.
 */
function createIncompleteRefusal(cause: unknown): Refusal {
  const refusal = new Refusal(400, 'The request ended before its body did.')
  refusal.cause = cause
  return refusal
}

const createTooLongRefusal = () => new Refusal(413, 'That is too long.', 'too_long')
