/** The id in an artist's path, parsed as an integer; undefined for what no artist can have. */
export function artistIdOf(text: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined
  const id = Number(text)
  return id >= 1 ? id : undefined
}
