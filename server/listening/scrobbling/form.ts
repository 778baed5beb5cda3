import type { RequestContext } from '#server/http/api.ts'
import { bodyOf } from '#server/http/body.ts'

/** Fifty scrobbles with long names, and room. */
const BODY_MAX_BYTES = 1_000_000

/** The parameters of a request: of its query and, over them, of its form. NUL is left out: PostgreSQL cannot store it. */
export async function formOf(c: RequestContext): Promise<ReadonlyMap<string, string>> {
  const query = new URL(c.req.url).searchParams
  const { bytes } = c.req.method === 'POST' ? await bodyOf(c).read(BODY_MAX_BYTES) : { bytes: Buffer.alloc(0) }
  const pairs = [...query, ...new URLSearchParams(bytes.toString('utf8'))]
  return new Map(pairs.map(([name, value]) => [name, value.replaceAll('\0', '')]))
}
