/** Ids below 0 are for swaps queued on this device. */
export function parseSwapId(text: string | undefined): number | 'absent' | 'malformed' {
  if (text === undefined || text === '') return 'absent'
  return /^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : 'malformed'
}
