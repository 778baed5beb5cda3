import { addDays } from '#contract/listening/chart-periods.ts'
import {
  getArtist,
  getArtistListens,
  getDailyPlays,
  getTopArtists,
  getTopListeners,
  getTopTracks,
} from '#contract/listening/charts.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findArtistByName } from './catalogue/catalogue.ts'
import { getOpenArtist } from './catalogue/open-music.ts'
import { countPlays, listTopArtists, listTopTracks } from './charts/charts.ts'
import { listDailyPlays } from './charts/daily-plays.ts'
import { chartRoutes } from './charts/routes.ts'
import { coverRoutes } from './covers/routes.ts'
import { explorationRoutes } from './exploration/routes.ts'
import { ignoredArtistRoutes } from './ignored/routes.ts'
import { laterTrackRoutes } from './later/routes.ts'
import { countScrobbles } from './leaderboards/artist-counts.ts'
import { getLeaderboard } from './leaderboards/leaderboard.ts'
import { findWhyUnranked } from './leaderboards/unranked.ts'
import { listensRoutes } from './listens/routes.ts'
import { lovedTrackRoutes } from './loved/routes.ts'
import { musicRoutes } from './music/routes.ts'
import { playReactionRoutes } from './reactions/routes.ts'
import { tasteRoutes } from './taste/routes.ts'
import { findTimeZone, toDayInZone } from './time-zone.ts'

export function listeningRoutes(api: Api): void {
  artistRoutes(api)
  memberRoutes(api)
  listensRoutes(api)
  chartRoutes(api)
  musicRoutes(api)
  explorationRoutes(api)
  tasteRoutes(api)
  lovedTrackRoutes(api)
  laterTrackRoutes(api)
  ignoredArtistRoutes(api)
  playReactionRoutes(api)
  coverRoutes(api)
}

function artistRoutes(api: Api): void {
  route(api, getArtist, async ({ query, viewer, db, now }) => {
    const artist = await getOpenArtist(db, query.id, viewer?.id ?? null, now)
    return { artist: { ...artist, imageUrl: '', scrobbles: await countScrobbles(db, artist.id) } }
  })

  route(api, getTopListeners, async ({ query, viewer, sessionMember, db, now }) => {
    const window = { period: query.period, now }
    const artist = await findArtistByName(db, query.artist)
    // An artist without scrobbles has no listeners.
    const emptyBoard = { topListeners: [], rank: undefined, unranked: undefined, viewer: sessionMember?.name }
    if (artist === undefined) return emptyBoard
    const viewerId = viewer?.id ?? null
    const isRequested = query.current_user !== undefined && viewerId !== null
    const unranked = isRequested ? await findWhyUnranked(db, viewerId, window) : undefined
    const isRanked = isRequested && unranked === undefined
    const board = await getLeaderboard(db, { artistId: artist.id, window, limit: query.limit, viewerId, isRanked })
    return { ...board, unranked, viewer: sessionMember?.name }
  })

  route(api, getArtistListens, async ({ query, viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    if (!(await canSeeListening(db, viewer?.id ?? null, member.id))) return { plays: 0 }
    const artist = await findArtistByName(db, query.artist)
    const window = { period: query.period, now, timeZone: await findTimeZone(db, member.id) }
    return { plays: artist === undefined ? 0 : await countPlays(db, member.id, artist.id, window) }
  })
}

function memberRoutes(api: Api): void {
  route(api, getTopArtists, async ({ query, viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    const window = { period: query.period, now, timeZone: await findTimeZone(db, member.id) }
    if (!(await canSeeListening(db, viewer?.id ?? null, member.id))) return { topArtists: [], hidden: 1 as const }
    return { topArtists: await listTopArtists(db, member.id, window, query.limit, viewer?.id), hidden: undefined }
  })

  route(api, getTopTracks, async ({ query, member, db, now }) => {
    const window = { period: query.period, now, timeZone: await findTimeZone(db, member.id) }
    return { topTracks: await listTopTracks(db, member.id, window, query.limit) }
  })

  route(api, getDailyPlays, async ({ query, member, db, now }) => {
    const timeZone = await findTimeZone(db, member.id)
    const until = toDayInZone(now, timeZone)
    const first = addDays(until, 1 - query.days)
    return { days: await listDailyPlays(db, member.id, { first, until, timeZone }), until }
  })
}
