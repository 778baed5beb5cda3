const LONGEST = 2000
/** One slash, not followed by a second one, a backslash or a control character (browsers drop it). */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const OF_THIS_APP = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/
/** Screens that lead to `next` themselves. */
const BEFORE_NEXT = /^\/(?:login|signup|reset)(?:[/?#]|$)/

/** Returns whether a text is a path in this app, with its query, for use after signing in. */
export const isNextPath = (text: string): boolean =>
  text.length <= LONGEST && OF_THIS_APP.test(text) && !BEFORE_NEXT.test(text)
