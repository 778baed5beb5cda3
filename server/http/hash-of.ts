import { createHash } from 'node:crypto'

/** Returns the version of a response for `tag`: the hash of its data. */
export const hashOf = (data: unknown): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)
