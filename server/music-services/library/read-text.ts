const TEXT_MAX = 300

/** Returns a bounded text without NUL, which PostgreSQL cannot store; ids may be numbers. */
export function toText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= TEXT_MAX && !text.includes('\0') ? text : undefined
}
