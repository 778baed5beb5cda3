import { getExploration } from '#contract/listening/charts.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { getOpenArtist } from '../catalogue/open-music.ts'
import { findWhyUnranked } from '../leaderboards/unranked.ts'
import { percentileOfDepth, withOneMore } from './depth.ts'
import { countDepths, countHeardTracks, countKnownTracks, listExplorers } from './exploration.ts'

export function explorationRoutes(api: Api): void {
  route(api, getExploration, async ({ query, viewer, sessionMember, db, now }) => {
    const viewerId = viewer?.id ?? null
    const artist = await getOpenArtist(db, query.id, viewerId, now)
    const known = await countKnownTracks(db, artist.id, viewerId)
    const heard = viewerId === null ? 0 : await countHeardTracks(db, viewerId, artist.id)
    const depths = await countDepths(db, artist.id, heard)
    const window = { period: 'overall', now } as const
    const isUnranked = viewerId !== null && (await findWhyUnranked(db, viewerId, window)) !== undefined
    return {
      artist: artist.name,
      known_tracks: known,
      heard_tracks: heard,
      percentile: percentileOfDepth(isUnranked ? withOneMore(depths) : depths, heard > 0),
      explorers: await listExplorers(db, { artistId: artist.id, depth: known === 0 ? 0 : heard / known, viewerId }),
      viewer: sessionMember?.name,
    }
  })
}
