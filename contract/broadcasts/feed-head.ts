/** The number of broadcasts in the first page of the feed. */
export const HEAD_LIMIT = 50

/**
 * Returns the query string of the feed's first page, which the boot script requests before the
 * contract has loaded.
 */
export function headSearch(member: string | null): string {
  const params = new URLSearchParams(member === null ? {} : { current_user: member })
  params.set('limit', String(HEAD_LIMIT))
  return String(params)
}
