/**
 * Returns a PostgreSQL error's SQLSTATE: for decisions, since error classes and messages differ
 * between drivers.
 */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A row refers to another that does not exist: usually a concurrent transaction has deleted it. */
export const REFERENCE_MISSING = '23503'
