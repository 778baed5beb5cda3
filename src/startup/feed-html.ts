import { FIRST_SCREEN_KEY } from '#contract/storage-names.ts'
import { BUILD } from '#src/api/build.ts'

/**
 * The top of the feed as HTML, as it was last displayed. The next start paints it before the app
 * has loaded.
 */
export interface FeedHtml {
  /** The build with the style sheet for its classes. */
  readonly build: string
  readonly member: string | null
  readonly html: string
}

/**
 * Returns the HTML that this build stored for a member, or (null) a visitor; undefined if there is
 * none.
 */
export function readFeedHtml(member: string | null, read: (key: string) => string | null): string | undefined {
  try {
    const stored: Partial<FeedHtml> | null = JSON.parse(read(FIRST_SCREEN_KEY) ?? 'null')
    const isUsable = stored?.build === BUILD && stored.member === member && typeof stored.html === 'string'
    return isUsable ? stored.html : undefined
  } catch {
    return undefined // the value is not JSON
  }
}
