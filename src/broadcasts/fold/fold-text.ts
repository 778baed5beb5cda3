import type { FeedItem } from '../overlay.ts'

type Post = Pick<FeedItem, 'title' | 'body' | 'about_user' | 'about_other'>

interface Kind {
  /** Matches this server's wording; other wordings have no known kind. */
  pattern: RegExp
  one: string
  many: string
}

const JOINED: Kind = { pattern: / joined\b/, one: 'person joined', many: 'people joined' }
const STARTED: Kind = { pattern: / started a Track Swap\b/, one: 'swap started', many: 'swaps started' }
const COMPLETED: Kind = { pattern: / completed a Track Swap\b/, one: 'swap completed', many: 'swaps completed' }
const kinds = [JOINED, COMPLETED, STARTED]

/** A swap that began and was completed in the fold counts once. */
export function foldText(posts: readonly Post[]): string {
  const counted = withoutCompletedStarts(posts)
  const known = kinds.flatMap((kind) => {
    const count = counted.filter((post) => findKind(post) === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? kind.one : kind.many}`]
  })
  const others = counted.filter((post) => findKind(post) === undefined).length
  if (others === 0) return known.join(', ')
  const noun = others === 1 ? 'post' : 'posts'
  return known.length === 0 ? `${others} ${noun} by System` : `${known.join(', ')}, ${others} more ${noun}`
}

const getText = ({ title, body }: Post) => body || title
const findKind = (post: Post) => kinds.find(({ pattern }) => pattern.test(getText(post)))

/** Returns both members in a post, in either order; undefined on hosts without names. */
const toPair = ({ about_user, about_other }: Post) =>
  about_user === undefined || about_other === undefined ? undefined : [about_user, about_other].toSorted().join('/')

/** Removes the start of each swap that the list also completes, one for each completion. */
function withoutCompletedStarts(posts: readonly Post[]): Post[] {
  const ends = new Map<string, number>()
  return posts.filter((post) => {
    const pair = toPair(post)
    if (pair === undefined) return true
    const remaining = ends.get(pair) ?? 0
    if (findKind(post) === COMPLETED) ends.set(pair, remaining + 1)
    if (findKind(post) !== STARTED || remaining === 0) return true
    ends.set(pair, remaining - 1)
    return false
  })
}
