import { inThousands } from '#src/ui/numbers.ts'

const MB = 1_000_000
const GB = 1_000 * MB

/** '3.2 MB of 1.5 GB'; without the limit where the browser does not report it. */
export function storageText({ usedBytes, quotaBytes }: Record<'usedBytes' | 'quotaBytes', number | undefined>): string {
  if (usedBytes === undefined) return "This browser doesn't report it"
  return quotaBytes === undefined ? sizeText(usedBytes) : `${sizeText(usedBytes)} of ${sizeText(quotaBytes)}`
}

/** A number of bytes with one decimal, in MB below one GB. */
function sizeText(bytes: number): string {
  const [unit, name] = bytes < GB ? ([MB, 'MB'] as const) : ([GB, 'GB'] as const)
  return `${inThousands(Math.round((bytes / unit) * 10) / 10)} ${name}`
}
