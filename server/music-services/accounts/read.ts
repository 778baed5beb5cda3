import * as v from 'valibot'
import { ServiceFailure } from '../service-failure.ts'

/** Services send some numbers as text. */
export const ServiceNumber = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())

/** A valid time, in seconds since 1970. */
export const ServiceTime = v.pipe(ServiceNumber, v.minValue(0), v.maxValue(4_000_000_000))

/** Returns whether two account names are equal, ignoring case. */
export const isSameAccount = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Returns the response body, parsed by a schema. Throws `unreadable_answer`. */
export function parseServiceBody<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new ServiceFailure('unreadable_answer')
}

/**
 * Returns the valid entries. Throws `unreadable_answer` if none is valid: then the response is of
 * another kind.
 */
export function readEntries<S extends v.GenericSchema>(
  schema: S,
  entries: readonly unknown[],
): readonly v.InferOutput<S>[] {
  const found = entries.flatMap((entry) => {
    const result = v.safeParse(schema, entry)
    return result.success ? [result.output] : []
  })
  if (found.length === 0 && entries.length > 0) throw new ServiceFailure('unreadable_answer')
  return found
}
