import * as v from 'valibot'
import { isNextPath } from '#contract/accounts/next-path.ts'

/** The path after signing in. Anything but a path in this app becomes the feed. */
export const NextPath = v.optional(v.fallback(v.pipe(v.string(), v.check(isNextPath)), '/'))
