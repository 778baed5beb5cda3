/** The number of broadcasts in the first page of the feed. */
export const HEAD_LIMIT = 50

/** The stored choice of the feed of followed members; any other value is the feed of everyone. */
export const FOLLOWING_FEED = 'following'

/**
 * Returns path and query of the first page of the chosen feed, which the boot script requests
 * before the contract has loaded.
 */
export function headPath(member: string | null, choice: string | null): string {
  const isFollowing = member !== null && choice === FOLLOWING_FEED
  const params = new URLSearchParams(member === null ? {} : { [isFollowing ? 'user' : 'current_user']: member })
  params.set('limit', String(HEAD_LIMIT))
  return `/api/${isFollowing ? 'user/following-broadcasts' : 'get-broadcasts'}?${params}`
}
