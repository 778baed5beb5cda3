/** Broadcasts that the feed's head brings. */
export const HEAD_LIMIT = 50

/** The query string of the feed's head, as the boot script sends it before the contract has arrived. */
export function headSearch(member: string | null): string {
  const params = new URLSearchParams(member === null ? {} : { current_user: member })
  params.set('limit', String(HEAD_LIMIT))
  return String(params)
}
