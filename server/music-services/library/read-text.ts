const TEXT_MAX = 300
const NAME_MAX = 100

/** Returns a bounded text without NUL, which PostgreSQL cannot store; ids may be numbers. */
export function toText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= TEXT_MAX && !text.includes('\0') ? text : undefined
}

/** Returns a library program and its version, such as `navidrome 0.58.0`. */
export const toProgramName = (program: string, version: unknown): string =>
  [program, ...(typeof version === 'string' ? [version] : [])]
    .join(' ')
    .replace(/[\p{Control}\p{Surrogate}]/gu, '')
    .slice(0, NAME_MAX)
