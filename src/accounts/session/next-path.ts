import * as v from 'valibot'

const LONGEST = 2000
/** One slash, then neither a second one nor what browsers read as one: backslashes, and control characters that they drop. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const OF_THIS_APP = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/
/** Screens that lead to `next` themselves. */
const BEFORE_NEXT = /^\/(?:login|signup|reset)(?:[/?#]|$)/

/** Whether a text is a path of this app, with its query, that a member can be led to after signing in. */
export const isNextPath = (text: string): boolean =>
  text.length <= LONGEST && OF_THIS_APP.test(text) && !BEFORE_NEXT.test(text)

/** The search parameter `next`: where to go after signing in. Anything but a path of this app leads to the feed. */
export const NextPath = v.optional(v.fallback(v.pipe(v.string(), v.check(isNextPath)), '/'))
