import { FIRST_SCREEN_KEY } from '#contract/storage-names.ts'
import { BUILD } from '#src/api/build.ts'

/** The top of the feed as last displayed, which the next start paints first. */
export interface FeedHtml {
  /** The build with the style sheet for its classes. */
  readonly build: string
  readonly member: string | null
  readonly html: string
}

/** Returns this build's HTML for a member, or (null) a visitor; undefined if there is none. */
export function readFeedHtml(member: string | null, read: (key: string) => string | null): string | undefined {
  try {
    const stored: Partial<FeedHtml> | null = JSON.parse(read(FIRST_SCREEN_KEY) ?? 'null')
    const isUsable = stored?.build === BUILD && stored.member === member && typeof stored.html === 'string'
    return isUsable ? stored.html : undefined
  } catch {
    return undefined // the value is not JSON
  }
}
