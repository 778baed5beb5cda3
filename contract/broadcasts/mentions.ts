import * as v from 'valibot'

/** The number of members that one text can mention; further names stay plain text. */
export const MENTIONS_MAX = 10

/** A mention: the text contains `@` and `written`, `username` is the member's present name. */
export const Mention = v.object({ written: v.string(), username: v.string() })
export type Mention = v.InferOutput<typeof Mention>
