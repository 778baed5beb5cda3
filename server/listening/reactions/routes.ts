import { reactToPlay } from '#contract/listening/play-reactions.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { mayNotify } from '#server/instance/index.ts'
import { findTrackByName } from '../catalogue/catalogue.ts'
import { lockListens } from '../catalogue/lock.ts'
import { getTrackName } from '../catalogue/track-name.ts'
import { deletePlayReaction, findPlayedTrack, insertPlayReaction } from './store.ts'

export function playReactionRoutes(api: Api): void {
  route(api, reactToPlay, async (input) => {
    const { member, tx, query, now } = input
    const listener = await getMember(tx, query.member, member.id)
    const name = getTrackName(query)
    const play = { listenerId: listener.id, name, playedAt: new Date(query.played_at) }
    // The track id stays valid until the transaction ends. Concurrent reactions to one play wait:
    // their times may differ, so that no key recognizes them.
    await lockListens(tx, member.id)
    if (query.is_reacted === 'false') {
      const trackId = await findTrackByName(tx, name)
      if (trackId !== undefined) await deletePlayReaction(tx, member.id, trackId, play)
      return
    }
    if (listener.id === member.id) throw new Refusal(400, 'You play this yourself.')
    const isOpen = await canSeeListening(tx, member.id, listener.id)
    const trackId = isOpen ? await findPlayedTrack(tx, play) : undefined
    if (trackId === undefined) throw new Refusal(404, 'There is no such play.')
    await insertPlayReaction(tx, {
      memberId: member.id,
      listenerId: listener.id,
      trackId,
      playedAt: play.playedAt,
      mayNotify: () => mayNotify(input, listener.id),
      now,
    })
  })
}
