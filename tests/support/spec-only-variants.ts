/**
 * How hosts that speak section 7 alone write their responses. `numbers-as-strings` is what the host's handlers write; the others
 * are made from that.
 */
export const variants = ['minimal', 'full', 'numbers-as-strings', 'odd-rows'] as const
export type Variant = (typeof variants)[number]

/** Fields that a response is useful without. */
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

/** Rows that mean nothing, of every kind, and one that is nearly a row. */
const ODD_ROWS: readonly unknown[] = [null, {}, [], 'row', 7, { id: 'none', user: null, relatedid: {} }]

/** A response as a host of the variant writes it. */
export function inVariant(variant: Variant, body: unknown): unknown {
  if (variant === 'numbers-as-strings') return body
  if (Array.isArray(body)) {
    const rows = body.map((row) => inVariant(variant, row))
    return variant === 'odd-rows' ? [...ODD_ROWS, ...rows, ...ODD_ROWS] : rows
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
