import * as v from 'valibot'

/** Where to go after signing in: a path of this app, never another address. */
export const NextPath = v.optional(v.fallback(v.pipe(v.string(), v.regex(/^\/(?![/\\])/)), '/'))
