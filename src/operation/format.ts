const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats 12,345,678 as '12.3 MB'. */
export function formatBytes(bytes: number): string {
  const place = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** place
  return `${value < 100 && place > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[place]}`
}

/** Formats 4,000 seconds as '1 h'. */
export function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
