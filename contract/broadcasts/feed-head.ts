/** The number of broadcasts in the feed's first page. */
export const HEAD_LIMIT = 50

/** The stored choice for the feed by followed members; any other value is everyone's feed. */
export const FOLLOWING_FEED = 'following'

/** Returns the address of a feed's first page, for the boot script without the contract. */
export function headPath(member: string | null, choice: string | null): string {
  const isFollowing = member !== null && choice === FOLLOWING_FEED
  const params = new URLSearchParams(member === null ? {} : { [isFollowing ? 'user' : 'current_user']: member })
  params.set('limit', String(HEAD_LIMIT))
  return `/api/${isFollowing ? 'user/following-broadcasts' : 'get-broadcasts'}?${params}`
}
