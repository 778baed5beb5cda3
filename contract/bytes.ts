const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats 12,345,678 as '12.3 MB': decimal units, three digits. */
export function formatBytes(bytes: number): string {
  const rounded = Number(bytes.toPrecision(3))
  const place = rounded < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(rounded) / 3))
  const value = rounded / 1000 ** place
  return `${value < 100 && place > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[place]}`
}
