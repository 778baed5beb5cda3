import * as v from 'valibot'
import type { Song } from '#src/listening/queries.ts'

const Name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))
const Chosen = v.object({
  track: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  // The router reads a title that is a number as one.
  title: v.union([Name, v.pipe(v.number(), v.transform(String))]),
  artist: v.union([Name, v.pipe(v.number(), v.transform(String))]),
})

/** Returns the track that a URL names; undefined without a valid one. */
export function parseChosenSong(search: unknown): Song | undefined {
  const chosen = v.safeParse(Chosen, search)
  if (!chosen.success) return undefined
  const { track: id, title: name, artist } = chosen.output
  return { id, name, artist, playCount: 0, url: '', track_url: '' }
}
