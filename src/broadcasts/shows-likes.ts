import * as v from 'valibot'

const Row = v.object({ isLiked: v.literal(true) })
const Feed = v.object({ answer: v.object({ broadcasts: v.array(v.unknown()) }) })
const Top = v.object({ answer: v.object({ topTracks: v.array(v.unknown()) }) })

/**
 * Returns whether a stored response of a broadcasts query has a liked row: then its host sends
 * `isLiked`.
 */
export function showsLikes(data: unknown): boolean {
  const rows = v.is(Feed, data) ? data.answer.broadcasts : v.is(Top, data) ? data.answer.topTracks : []
  return rows.some((row) => v.is(Row, row))
}
