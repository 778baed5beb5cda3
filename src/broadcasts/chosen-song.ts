import * as v from 'valibot'
import { recognizeLink } from '#contract/listening/recognize-link.ts'
import type { Song } from '#src/listening/queries.ts'

const Name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))
const Chosen = v.object({
  track: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  title: Name,
  artist: Name,
  /** A track's shared link, if the track is identified by its names. */
  link: v.optional(v.string()),
})

/** Returns the track that a URL names; undefined without one. Id 0: identified by its names. */
export function parseChosenSong(search: unknown): Song | undefined {
  const chosen = v.safeParse(Chosen, search)
  if (!chosen.success) return undefined
  const { track: id, title: name, artist, link = '' } = chosen.output
  return { id, name, artist, playCount: 0, url: '', track_url: recognizeLink(link).link?.url ?? '' }
}
