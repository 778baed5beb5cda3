/**
 * The response formats of hosts that implement section 7 alone. `numbers-as-strings` is the
 * handlers' own; the others are derived from it.
 */
export const variants = ['minimal', 'full', 'numbers-as-strings', 'odd-rows'] as const
export type Variant = (typeof variants)[number]

/** Fields that a response can lack. */
const OPTIONAL = new Set(
  [
    'isLiked hasLiked totalLikes likes admin bootstrapped lastlogin profileurl email firstname lastname swag',
    'pfpsm pfpmed pfplg pfpxl user_pfp_sm user_pfp_med user_pfp_lg user_pfp_xl imageUrl profileImage scrobbles playcount',
    'track_url lastfmtrackurl relatedid song_swap_id initiated_track_url matched_track_url success',
  ]
    .join(' ')
    .split(' '),
)
const BOOLEANS = new Set(['isLiked', 'hasLiked', 'success'])
const BARE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Every kind of invalid row, and one that is almost valid. */
const ODD_ROWS: readonly unknown[] = [null, {}, [], 'row', 7, { id: 'none', user: null, relatedid: {} }]

/** Returns a response in the variant's format. */
export function inVariant(variant: Variant, body: unknown): unknown {
  if (variant === 'numbers-as-strings') return body
  if (Array.isArray(body)) {
    const rows = body.map((row) => inVariant(variant, row))
    return variant === 'odd-rows' && rows.length > 0 ? [...ODD_ROWS, ...rows, ...ODD_ROWS] : rows
  }
  if (typeof body !== 'object' || body === null) return body
  const fields = Object.entries(body).filter(([key, value]) => isSent(variant, key, value))
  return Object.fromEntries(fields.map(([key, value]) => [key, fieldIn(variant, key, value)]))
}

const isSent = (variant: Variant, key: string, value: unknown) =>
  variant !== 'minimal' || (value !== null && !OPTIONAL.has(key))

function fieldIn(variant: Variant, key: string, value: unknown): unknown {
  if (variant === 'odd-rows' && key === 'relatedid') return ''
  if (variant !== 'full') return inVariant(variant, value)
  if (BOOLEANS.has(key)) return Number(value) === 1
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  if (typeof value === 'string' && BARE_TIME.test(value)) return `${value.replace(' ', 'T')}.000Z`
  return inVariant(variant, value)
}
