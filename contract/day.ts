import * as v from 'valibot'

/** A UTC day in a query string: `2026-11-25`. */
export const Day = v.pipe(
  v.string(),
  v.trim(),
  v.check(isDay, 'must be a day such as 2026-11-25'),
  v.metadata({ jsonSchema: { type: 'string', format: 'date' } }),
)

/** Returns whether a day exists and is not before 1970: `Date.parse` accepts 30 February. */
function isDay(day: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  return ms >= 0 && new Date(ms).toISOString().startsWith(day)
}
