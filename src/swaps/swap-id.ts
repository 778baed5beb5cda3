/** What an address says of a swap: its id, nothing, or what can be no id. Ids below 0 are of swaps that wait on this device. */
export function parseSwapId(text: string | undefined): number | 'absent' | 'malformed' {
  if (text === undefined || text === '') return 'absent'
  return /^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : 'malformed'
}
