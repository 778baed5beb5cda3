import { getLovedTrackIds, getLovedTracks, loveTrack } from '#contract/listening/loved-tracks.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findTrackByName, insertTracks } from '../catalogue/catalogue.ts'
import { lockIdentities } from '../catalogue/lock.ts'
import { getTrackName } from '../catalogue/track-name.ts'
import { addTrackLinks } from '../links/add-links.ts'
import { canSeeLovedTracks, listLovedTrackIds, listLovedTracks } from './loved-tracks.ts'
import { countFeedback, setFeedback } from './store.ts'

export function lovedTrackRoutes(api: Api): void {
  route(api, getLovedTracks, async (input) => {
    const { query, viewer, db } = input
    const member = await getMember(db, query.user, viewer?.id ?? null)
    const isShown = await canSeeLovedTracks(db, viewer?.id ?? null, member.id)
    if (!isShown) return { lovedTracks: [], total: 0, hidden: 1 as const }
    const total = await countFeedback(db, member.id, { score: 1, isTrack: true })
    const rows = await listLovedTracks(db, member.id, query)
    return { lovedTracks: await addTrackLinks(input, rows, (row) => row.track_id), total, hidden: undefined }
  })

  route(api, getLovedTrackIds, async ({ member, db }) => ({ tracks: await listLovedTrackIds(db, member.id) }))

  route(api, loveTrack, async ({ member, tx, query, now }) => {
    const name = getTrackName(query)
    // The track id stays valid until the transaction ends.
    await lockIdentities(tx)
    const isLoved = query.is_loved === 'true'
    // A track that is no longer loved need not be inserted.
    const trackId = isLoved ? (await insertTracks(tx, [name]))[0] : await findTrackByName(tx, name)
    if (trackId !== undefined) await setFeedback(tx, member.id, { trackId }, isLoved ? 1 : 0, now)
  })
}
