import { nameKey } from '#contract/accounts/names.ts'
import { getLovedTrackIds, getLovedTracks } from '#contract/listening/loved-tracks.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { type LovedList, lovedReads, overlayLovedHead, overlayLovedIds } from './overlay.ts'

export const LOVED_PAGE = 20

/** All tracks that the member loves, for the hearts in lists; null from a host without them. */
export const lovedIdsQuery = ownQuery(getLovedTrackIds, ['listening', 'loved-ids'], {
  overlay: overlayLovedIds,
  reads: lovedReads,
})

/** The first page with the member's own loved tracks; null from a host without them. */
export const ownLovedQuery = (member: string) =>
  additionQuery(getLovedTracks, { user: member, limit: LOVED_PAGE }, ['listening', 'loved', nameKey(member)], {
    overlay: overlayLovedHead,
    reads: lovedReads,
  })

/** The first page with another member's loved tracks; null from a host without them. */
export const lovedOfOtherQuery = (user: string) =>
  additionQuery(getLovedTracks, { user, limit: LOVED_PAGE }, ['listening', 'loved', nameKey(user)], {
    overlay: (response): LovedList | null =>
      response && { tracks: response.lovedTracks, total: response.total, isHidden: response.hidden === 1 },
  })

/** The page with a member's loved tracks below a row. */
export const olderLovedQuery = (user: string, before: number) =>
  endpointQuery(getLovedTracks, { user, limit: LOVED_PAGE, before }, ['listening', 'loved', nameKey(user), before], {
    overlay: ({ lovedTracks }) => lovedTracks,
    isFleeting: true,
  })
