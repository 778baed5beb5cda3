import { formatBytes } from '#contract/bytes.ts'

/** Returns '3.2 MB of 1.5 GB'; without the limit where the browser does not report it. */
export function storageText({ usedBytes, quotaBytes }: Record<'usedBytes' | 'quotaBytes', number | undefined>): string {
  if (usedBytes === undefined) return "This browser doesn't report it"
  return quotaBytes === undefined ? formatBytes(usedBytes) : `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)}`
}
