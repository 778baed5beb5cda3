import * as v from 'valibot'
import { SourceFailure } from './source.ts'

/** Names of accounts compare without regard to case. */
export const isSameAccount = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** What an answer must be. Throws `unreadable_answer`. */
export function parseServiceBody<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new SourceFailure('unreadable_answer')
}

/** The entries that are what they should be. When none is, the answer as a whole is something else: `unreadable_answer`. */
export function readEntries<S extends v.GenericSchema>(
  schema: S,
  entries: readonly unknown[],
): readonly v.InferOutput<S>[] {
  const found = entries.flatMap((it) => {
    const result = v.safeParse(schema, it)
    return result.success ? [result.output] : []
  })
  if (found.length === 0 && entries.length > 0) throw new SourceFailure('unreadable_answer')
  return found
}
