import { sendPlaylist } from '#contract/listening/playlists.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findTrackMbids } from '#server/listening/links/find-track-mbids.ts'
import { isTrackOpenTo } from '#server/listening/music/store.ts'
import { INTERACTIVE_TIMEOUTS } from '../accounts/open-source.ts'
import { addToPlaylist } from './listenbrainz-target.ts'
import { openListenbrainz } from './open-target.ts'
import { BatchRejected, refuseRelayFailures } from './relay-failure.ts'
import { listActiveRelays } from './store.ts'

export function playlistRoutes(api: Api): void {
  route(api, sendPlaylist, {
    async prepare({ db, member, query }) {
      const relay = (await listActiveRelays(db, member.id)).find(({ service }) => service === 'listenbrainz')
      if (relay === undefined) throw new Refusal(400, 'You relay no listens to ListenBrainz.')
      const recordings = await findTrackMbids(db, await listOpen(db, query.track_ids, member.id))
      if (recordings.length === 0) return toResponse(query.playlist, relay.baseUrl, 0)
      const playlist = await refuseRelayFailures(async () =>
        addToPlaylist(openListenbrainz(api, relay, INTERACTIVE_TIMEOUTS), query.playlist, {
          title: query.title,
          recordings,
        }).catch(refuseRejected),
      )
      return toResponse(playlist, relay.baseUrl, recordings.length)
    },
    handle: async ({ prepared }) => prepared,
  })
}

/** Returns the tracks that the member may name to others: their numbers must reveal no other. */
async function listOpen(db: Db, trackIds: readonly number[], memberId: number): Promise<readonly number[]> {
  const open: number[] = []
  for (const id of trackIds) if (await isTrackOpenTo(db, id, memberId)) open.push(id)
  return open
}

function refuseRejected(error: unknown): never {
  if (error instanceof BatchRejected) throw new Refusal(400, 'ListenBrainz did not accept the playlist.')
  throw error
}

/** Other servers with ListenBrainz's API have no known page for a playlist. */
const toResponse = (playlist: string | undefined, baseUrl: string | null, added: number) => ({
  playlist: playlist ?? '',
  url: playlist !== undefined && baseUrl === null ? `https://listenbrainz.org/playlist/${playlist}/` : '',
  added,
})
