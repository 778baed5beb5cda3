import type { RequestContext } from './api.ts'
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

export function bodyOf(c: RequestContext): RequestBody {
  const told = c.req.header('Content-Length')
  const length = told === undefined ? undefined : Number(told)
  async function* chunks(maxBytes: number): AsyncGenerator<Uint8Array> {
    // A browser says how long it is; who does not, or says it wrongly, is stopped while reading.
    if ((length ?? 0) > maxBytes) throw tooLong()
    let read = 0
    for await (const chunk of c.req.raw.body ?? []) {
      read += chunk.length
      if (read > maxBytes) throw tooLong()
      yield chunk
    }
  }
  return {
    length,
    chunks,
    async read(maxBytes) {
      // What says how long it is holds no more, Node sees to it: so it is read without the machinery of streams, which costs more
      // than what is done with most bodies.
      const isTold = length !== undefined && length <= maxBytes
      const bytes = isTold
        ? Buffer.from(await c.req.arrayBuffer())
        : Buffer.concat(await Array.fromAsync(chunks(maxBytes)))
      if (bytes.length > maxBytes) throw tooLong()
      return { bytes, contentType: c.req.header('Content-Type') }
    },
  }
}

const tooLong = () => new Refusal(413, 'That is too long.', 'too_long')
