import { getIgnoredArtists, ignoreArtist } from '#contract/listening/ignored-artists.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { listIgnoredArtists, storeIgnored } from './store.ts'

export function ignoredArtistRoutes(api: Api): void {
  route(api, getIgnoredArtists, async ({ member, db }) => ({ artists: await listIgnoredArtists(db, member.id) }))

  route(api, ignoreArtist, ({ member, tx, query, now }) =>
    storeIgnored(tx, member.id, query.id, { isIgnored: query.is_ignored === 'true', now }),
  )
}
