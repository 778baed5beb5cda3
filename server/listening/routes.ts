import { getArtist, getArtistListens, getTopArtists, getTopListeners, getTopTracks } from '#contract/listening.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findArtist, findArtistByName } from './catalogue.ts'
import { countPlays, countScrobbles, findRank, listTopArtists, listTopListeners, listTopTracks } from './charts.ts'

export function listeningRoutes(api: Api): void {
  artistRoutes(api)
  memberRoutes(api)
}

function artistRoutes(api: Api): void {
  route(api, getArtist, async ({ query, db }) => {
    const artist = await findArtist(db, query.id)
    if (artist === undefined) throw new Refusal(404, 'Artist not found')
    return { artist: { ...artist, imageUrl: '', scrobbles: await countScrobbles(db, artist.id) } }
  })

  route(api, getTopListeners, async ({ query, viewer, sessionMember, db, now }) => {
    const window = { period: query.period, now }
    const artist = await findArtistByName(db, query.artist)
    // Nobody here has played an artist that nobody has scrobbled.
    if (artist === undefined) return { topListeners: [], rank: undefined, viewer: sessionMember?.name }
    const isOwnAsked = query.current_user !== undefined && viewer !== null
    return {
      topListeners: await listTopListeners(db, viewer?.id ?? null, artist.id, window, query.limit),
      rank: isOwnAsked ? await findRank(db, viewer.id, artist.id, window) : undefined,
      viewer: sessionMember?.name,
    }
  })

  route(api, getArtistListens, async ({ query, viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    const artist = await findArtistByName(db, query.artist)
    const window = { period: query.period, now }
    return { plays: artist === undefined ? 0 : await countPlays(db, member.id, artist.id, window) }
  })
}

function memberRoutes(api: Api): void {
  route(api, getTopArtists, async ({ query, viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    const window = { period: query.period, now }
    return { topArtists: await listTopArtists(db, member.id, window, query.limit) }
  })

  route(api, getTopTracks, async ({ query, member, db, now }) => {
    const window = { period: query.period, now }
    return { topTracks: await listTopTracks(db, member.id, window, query.limit) }
  })
}
