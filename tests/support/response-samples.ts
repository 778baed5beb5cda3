import type * as v from 'valibot'

/** A valibot schema reduced to the fields that describe structure. */
interface Described {
  readonly type: string
  readonly entries?: Readonly<Record<string, Described>>
  readonly item?: Described
  readonly wrapped?: Described
  readonly options?: readonly (Described | string)[]
  readonly fallback?: unknown
  readonly literal?: unknown
}

// the same object, by its structure
const asDescribed = (schema: v.GenericSchema) => schema as unknown as Described

const LEAVES: Readonly<Record<string, unknown>> = { string: 'text', number: 7, boolean: true, unknown: 1 }

/**
 * Returns a complete response that `schema` reads: every optional field is present and every list
 * has two rows.
 */
export const sampleOf = (schema: v.GenericSchema): unknown => sample(asDescribed(schema))

function sample({ type, entries, item, wrapped, options, literal }: Described): unknown {
  if (entries) return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, sample(entry)]))
  if (item) return [sample(item), sample(item)]
  if (wrapped) return sample(wrapped)
  const [first] = options ?? []
  if (first !== undefined) return typeof first === 'string' ? first : sample(first)
  return type === 'literal' ? literal : LEAVES[type]
}

/** A path in a response: keys of objects, and 0 for the first row of a list. */
export type Path = readonly (string | 0)[]

/** Returns every field in a response, in lists those of the first row. */
export const fieldsIn = (schema: v.GenericSchema): Path[] => fields(asDescribed(schema), [])

function fields({ entries, item, wrapped }: Described, path: Path): Path[] {
  if (entries)
    return Object.entries(entries).flatMap(([key, entry]) => [[...path, key], ...fields(entry, [...path, key])])
  if (item) return fields(item, [...path, 0])
  return wrapped ? fields(wrapped, path) : []
}

/** Returns every list in a response, and whether it was created with `Rows`. */
export const listsIn = (schema: v.GenericSchema): { path: Path; dropsRows: boolean }[] => lists(asDescribed(schema), [])

function lists({ entries, item, wrapped }: Described, path: Path): { path: Path; dropsRows: boolean }[] {
  if (entries) return Object.entries(entries).flatMap(([key, entry]) => lists(entry, [...path, key]))
  if (item) return [{ path, dropsRows: item.fallback !== undefined }, ...lists(item, [...path, 0])]
  return wrapped ? lists(wrapped, path) : []
}

/** Returns the value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)

/** Returns a copy with another value at a path; undefined removes the field. */
export function withValueAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  const next = withValueAt(copy[key], rest, replacement)
  if (next === undefined) delete copy[key]
  else copy[key] = next
  return copy
}
