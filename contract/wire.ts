/**
 * The wire types: query parameters are read strictly, responses tolerantly. A host may send numbers
 * as strings, booleans as 0 and 1, null for absent values and times without a zone (they are UTC);
 * ours never does.
 *
 * Functions that create schemas are marked free of side effects, so that a bundle contains only
 * those it uses.
 */
import * as v from 'valibot'

type Described = { readonly jsonSchema: Readonly<Record<string, unknown>> }

/** Sets the documented schema, if a schema reads more than it guarantees. */
/* @__NO_SIDE_EFFECTS__ */
const describe = <TInput>(jsonSchema: Described['jsonSchema']): v.MetadataAction<TInput, Described> =>
  v.metadata({ jsonSchema })

const DIGITS = /^-?\d{1,15}$/
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,10})?$/

/* @__NO_SIDE_EFFECTS__ */
const fromDigits = (pattern: RegExp) =>
  v.pipe(v.string(), v.trim(), v.regex(pattern, 'must be a number'), v.transform(Number))

// Query parameters

/** An integer in a query string. */
export const IntParam = v.pipe(
  v.union([v.number(), fromDigits(DIGITS)], 'must be a whole number'),
  v.safeInteger('must be a whole number'),
  describe({ type: 'integer' }),
)
/** An integer in a query string from `min` to `max`. */
/* @__NO_SIDE_EFFECTS__ */
export const IntBetween = (min: number, max: number) =>
  v.pipe(IntParam, v.minValue(min, `must be at least ${min}`), v.maxValue(max, `must be at most ${max}`))
/** A row's id: a positive integer. */
export const Id = v.pipe(IntParam, v.minValue(1, 'must be at least 1'), describe({ type: 'integer', minimum: 1 }))
/** The number of rows per page, 1 to 1,000. */
export const Limit = v.pipe(IntBetween(1, 1000), describe({ type: 'integer', minimum: 1, maximum: 1000 }))
/** Text in a query string. PostgreSQL cannot store the character NUL, so it is rejected. */
export const TextParam = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0'), 'must not contain the character NUL'),
)
const NOT_A_MOMENT = 'must be a time such as 2024-05-17T00:00:00Z'
/** A time with its zone in a query string. An invalid one is rejected, never guessed. */
export const Moment = v.pipe(
  TextParam,
  v.isoTimestamp(NOT_A_MOMENT),
  // The pattern allows zones that `Date` cannot read, such as `+05`.
  v.check((text) => !Number.isNaN(Date.parse(text)), NOT_A_MOMENT),
)
/** A switch in a query string. */
export const TrueOrFalse = v.picklist(['true', 'false'], 'must be true or false')
/** A member's name: trimmed, without a leading @. Names are compared case-insensitively. */
export const Username = v.pipe(
  TextParam,
  v.trim(),
  v.transform((name) => name.replace(/^@/, '')),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'must be at most 64 characters'),
  describe({ type: 'string', maxLength: 64 }),
)
/** UUID created at the user's action; a repeat with the same one takes effect once. */
export const ClientId = v.pipe(v.string(), v.uuid('must be a UUID'))
/** An integer from 1 to 5. */
export const Rating = v.pipe(
  IntParam,
  v.minValue(1, 'must be 1 to 5'),
  v.maxValue(5, 'must be 1 to 5'),
  describe({ type: 'integer', minimum: 1, maximum: 5 }),
)
/** The charts' sliding windows, as the scrobbling services name them. */
export const Period = v.picklist(
  ['overall', '7day', '1month', '3month', '6month', '12month'],
  'must be one of overall, 7day, 1month, 3month, 6month, 12month',
)
export type Period = v.InferOutput<typeof Period>
/** Text written by a user: trimmed, not empty, bounded. */
/* @__NO_SIDE_EFFECTS__ */
export const Written = (maxLength: number) =>
  v.pipe(
    TextParam,
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
  )

/** A token at another service, or an empty text. It is sent in a header, which has ASCII only. */
export const ServiceToken = v.pipe(
  TextParam,
  v.trim(),
  v.maxLength(200, 'must be at most 200 characters'),
  v.regex(/^[\x20-\x7e]*$/, 'must contain only ASCII characters'),
)

// Responses

/** A number, also from a string. */
export const Num = v.pipe(
  v.union([v.number(), fromDigits(DECIMAL)], 'must be a number'),
  v.finite(),
  describe({ type: 'number' }),
)
const NumOrBlank = v.union(
  [
    Num,
    v.pipe(
      v.string(),
      v.regex(/^\s*$/),
      v.transform(() => null),
    ),
  ],
  'must be a number',
)

/** A count: absent, null and the empty string are 0. */
export const Count = v.pipe(
  v.nullish(NumOrBlank, 0),
  v.transform((count) => count ?? 0),
  describe({ type: 'integer' }),
)
/** A number or null; absent and the empty string are null. */
export const NullableNum = v.pipe(
  v.nullish(NumOrBlank, null),
  describe({ anyOf: [{ type: 'number' }, { type: 'null' }] }),
)
/** 0 or 1, also from a boolean or a string; absent is 0. */
export const ZeroOrOne = v.pipe(
  v.nullish(v.unknown(), 0),
  v.transform((value): 0 | 1 => (isTrue(value) ? 1 : 0)),
  describe({ type: 'integer', enum: [0, 1] }),
)
/** A boolean, also from 0, 1 or a string; absent is false. */
export const Bool = v.pipe(v.nullish(v.unknown(), false), v.transform(isTrue), describe({ type: 'boolean' }))
/** Text; absent is empty. */
export const Text = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform(String),
  describe({ type: 'string' }),
)
/** ISO 8601 with Z. Without a zone it is UTC; an invalid time becomes empty. */
export const Instant = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform(toIso),
  describe({ type: 'string', format: 'date-time' }),
)
/** A value or null. */
/* @__NO_SIDE_EFFECTS__ */
export const Nullable = <S extends v.GenericSchema>(schema: S) => v.nullish(schema, null)
/** A field that only hosts with our additions send; null and other types count as absent. */
/* @__NO_SIDE_EFFECTS__ */
export const Added = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(
    v.pipe(
      v.nullish(schema),
      v.transform((value) => value ?? undefined),
    ),
    () => undefined,
  )

/**
 * The response to a write without a body in the spec: any 2xx that is neither HTML nor a redirect
 * is success, an empty body too. `id` is the created row, `client_id` the echo that proves that the
 * host deduplicates repeats.
 */
export const Done = v.pipe(
  v.unknown(),
  v.transform((body): { success: boolean; id?: number; client_id?: string } => {
    const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
    const id = v.safeParse(Num, fields['id'])
    return {
      success: fields['success'] === undefined || isTrue(fields['success']),
      ...(id.success ? { id: id.output } : {}),
      ...(typeof fields['client_id'] === 'string' ? { client_id: fields['client_id'] } : {}),
    }
  }),
  describe({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      id: { type: 'integer' },
      client_id: { type: 'string', format: 'uuid' },
    },
  }),
)
export type Done = v.InferOutput<typeof Done>

/** The texts that hosts send for true; any number other than 0 is true as well. */
const TRUE = /^(?:1|t|true|y|yes)$/i

function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return TRUE.test(value.trim())
  return value === true || (typeof value === 'number' && value !== 0 && !Number.isNaN(value))
}

/** Compares two times in UTC for sorting: the newest first. */
export const newestFirst = (a: string, b: string): number => Number(a < b) - Number(a > b)

/** ISO 8601 and databases' forms: a space for the T, a two-digit zone, any fraction; or a day alone. */
const ISO_LIKE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2}|GMT|UTC)$/i
const SECONDS_BELOW = 100_000_000_000

function toIso(value: string | number): string {
  if (value === '') return ''
  const ms = typeof value === 'number' ? (value < SECONDS_BELOW ? value * 1000 : value) : parseTime(value.trim())
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function parseTime(text: string): number {
  if (/^\d{9,13}$/.test(text)) return Number(text) < SECONDS_BELOW ? Number(text) * 1000 : Number(text)
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = ISO_LIKE.exec(text) ?? []
  if (day !== undefined) return Date.parse(`${day}T${time}${hours}:${minutes}`)
  return Date.parse(HAS_ZONE.test(text) ? text : `${text} UTC`)
}
