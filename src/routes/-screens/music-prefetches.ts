import type { QueryClient } from '@tanstack/react-query'
import { trackBroadcastsQuery } from '#src/broadcasts/of-track/queries.ts'
import { liveOptions, prefetchContent, prefetchFilled } from '#src/cache/live.ts'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { albumQuery, artistMusicQuery, trackQuery } from '#src/listening/music/queries.ts'
import { artistQuery, topListenersQuery } from '#src/listening/queries.ts'
import { statusQuery } from '#src/status/queries.ts'

/*
 * Takes the responses for music pages from a filled page. Apart from the routes, which are loaded
 * at every start.
 */

type Prefetch = (client: QueryClient, id: number) => Promise<unknown>

const pages: Readonly<Record<'track' | 'album' | 'artist', Prefetch>> = {
  track: (client, id) =>
    Promise.all([prefetchContent(client, trackQuery(id)), prefetchFilled(client, trackBroadcastsQuery(id))]),
  album: (client, id) => prefetchContent(client, albumQuery(id)),
  async artist(client, id) {
    const query = artistQuery(id)
    await prefetchContent(client, query)
    const name = client.getQueryData(liveOptions(query).queryKey)?.response.artist?.name
    if (name === undefined) return
    await Promise.all([
      prefetchFilled(client, statusQuery),
      prefetchFilled(client, topListenersQuery(name, 'overall', null)),
      prefetchFilled(client, artistMusicQuery(id)),
    ])
  },
}

/** Resolves when a visitor's page can be rendered. */
export async function prefetchMusic(client: QueryClient, kind: keyof typeof pages, text: string): Promise<void> {
  const id = parseArtistId(text)
  if (id !== undefined) await pages[kind](client, id)
}
