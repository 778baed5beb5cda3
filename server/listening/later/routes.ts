import { getLaterTracks, saveForLater } from '#contract/listening/later-tracks.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findTrackByName, insertTracks } from '../catalogue/catalogue.ts'
import { lockIdentities } from '../catalogue/lock.ts'
import { getTrackName } from '../catalogue/track-name.ts'
import { addTrackLinks } from '../links/add-links.ts'
import { countLaterTracks, deleteLaterTrack, insertLaterTrack, listHeardTracks, listLaterTracks } from './store.ts'

export function laterTrackRoutes(api: Api): void {
  route(api, getLaterTracks, async (input) => {
    const { query, member, db } = input
    const saved = await listLaterTracks(db, member.id, query)
    const heard = query.before === undefined ? await listHeardTracks(db, member.id) : []
    const rows = await addTrackLinks(input, [...saved, ...heard], (row) => row.track_id)
    return {
      laterTracks: rows.slice(0, saved.length),
      total: await countLaterTracks(db, member.id),
      heard: rows.slice(saved.length),
    }
  })

  route(api, saveForLater, async ({ member, tx, query, now }) => {
    const name = getTrackName(query)
    // The track id stays valid until the transaction ends.
    await lockIdentities(tx)
    const isSaved = query.is_saved === 'true'
    const trackId = isSaved ? (await insertTracks(tx, [name]))[0] : await findTrackByName(tx, name)
    if (trackId === undefined) return
    if (!isSaved) return deleteLaterTrack(tx, member.id, trackId)
    const { from_kind: kind, from_id: id } = query
    const source = kind === undefined || id === undefined ? undefined : { kind, id }
    await insertLaterTrack(tx, member.id, { trackId, source, now })
  })
}
