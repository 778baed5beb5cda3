/** Returns the id in an artist's path, parsed as an integer; undefined for an impossible one. */
export function parseArtistId(text: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined
  const id = Number(text)
  return id >= 1 ? id : undefined
}
