import { addressIn } from './address.ts'
import type { Api, RequestContext } from './api.ts'
import { Refusal } from './refusal.ts'

/** The body of the few requests that have one. */
export interface RequestBody {
  /** Reads it to its end, once. Throws a Refusal 413 as soon as it is known to be longer than `maxBytes`. */
  read(maxBytes: number): Promise<{ readonly bytes: Buffer; readonly contentType: string | undefined }>
  /** Its bytes as they arrive, once. Throws as `read`. */
  chunks(maxBytes: number): AsyncIterable<Uint8Array>
  /** In bytes, as the sender says. */
  readonly length: number | undefined
}

/** Shorter bodies are bounded by the number of connections and need not be counted. */
const COUNTED_FROM_BYTES = 65_536

export function bodyOf(api: Pick<Api, 'bodies' | 'config'>, c: RequestContext): RequestBody {
  const told = c.req.header('Content-Length')
  const length = told === undefined ? undefined : Number(told)
  const chunks = (maxBytes: number) => chunksOf(c, length, maxBytes)
  return {
    length,
    chunks,
    async read(maxBytes) {
      const contentType = c.req.header('Content-Type')
      // A body holds no more than its Content-Length, Node sees to it: a short one is read without the machinery of streams,
      // which costs more than what is done with most bodies.
      const isShort = length !== undefined && length <= Math.min(maxBytes, COUNTED_FROM_BYTES)
      try {
        return { bytes: isShort ? await readShort(c) : await readCounted(api, c, chunks(maxBytes)), contentType }
      } catch (error) {
        throw error instanceof Refusal ? error : cutOff(error)
      }
    },
  }
}

async function* chunksOf(c: RequestContext, length: number | undefined, maxBytes: number): AsyncGenerator<Uint8Array> {
  // A wrong or missing Content-Length is found while reading.
  if ((length ?? 0) > maxBytes) throw tooLong()
  let read = 0
  for await (const chunk of c.req.raw.body ?? []) {
    read += chunk.length
    if (read > maxBytes) throw tooLong()
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

/** The sender has gone, or was too slow: nobody reads the response. */
function cutOff(cause: unknown): Refusal {
  const refusal = new Refusal(400, 'The request ended before its body did.')
  refusal.cause = cause
  return refusal
}

const tooLong = () => new Refusal(413, 'That is too long.', 'too_long')
