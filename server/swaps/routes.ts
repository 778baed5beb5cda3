import { getSharedSwap, shareSongSwap, unshareSongSwap } from '#contract/swaps/shared-swap.ts'
import { findSwappableTrack } from '#contract/swaps/swappable-track.ts'
import {
  addSongSwapReaction,
  addSongSwapTrack,
  createSongSwap,
  declineSongSwap,
  findSongSwapMatch,
  getSongSwaps,
  withdrawSongSwap,
} from '#contract/swaps/swaps.ts'
import { getTrackSwaps } from '#contract/swaps/track-swaps.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkVisibleText } from '#server/http/visible-text.ts'
import { checkReach, findInstanceSettings } from '#server/instance/index.ts'
import { findMainTrack, findPlayingLinks, findTrackByName, hasPlayedSince } from '#server/listening/index.ts'
import { listSwaps } from './history.ts'
import { findPausedMatch, findRandomMatch, type Searcher } from './match-store.ts'
import { DEMO_MATCH_PAUSE_MS, MATCH_PAUSE_MS } from './matching.ts'
import { addTrack, beginSwap, declineSwap, rateTrack, shareResults, unshareResults, withdrawSwap } from './moves.ts'
import { listSwapsOfTrack } from './of-track.ts'
import { createNoSwapRefusal, SWAPPABLE_MS } from './rules.ts'
import { findSharedSwap } from './shared-swap.ts'

export function swapsRoutes(api: Api): void {
  readRoutes(api)
  writeRoutes(api)
  endRoutes(api)
  shareRoutes(api)
}

function readRoutes(api: Api): void {
  route(api, getSongSwaps, async (input) => {
    const { query, member, db, now } = input
    const swaps = await listSwaps(db, member.id, { ...query, id: query.songswapid, now })
    const ids = swaps.flatMap((swap) => [swap.initiated_track_id, swap.matched_track_id])
    const links = await findPlayingLinks(input, ids)
    return {
      songSwaps: swaps.map((swap) => ({
        ...swap,
        initiated_links: links.get(swap.initiated_track_id ?? 0),
        matched_links: links.get(swap.matched_track_id ?? 0),
      })),
    }
  })

  route(api, getTrackSwaps, async ({ query, member, db }) => {
    return { swaps: await listSwapsOfTrack(db, await findMainTrack(db, query.id), member.id) }
  })

  route(api, findSwappableTrack, async ({ query, member, db, now }) => {
    const id = await findTrackByName(db, { artist: query.artist, title: query.track })
    const since = new Date(now.getTime() - SWAPPABLE_MS)
    return { id: id !== undefined && (await hasPlayedSince(db, member.id, id, since)) ? id : null }
  })

  route(api, findSongSwapMatch, async (input) => {
    const { db } = input
    const searcher = await toSearcher(input)
    const paused = await findPausedMatch(db, searcher)
    if (paused !== undefined) {
      const nextMatchAt = new Date(paused.sentAt.getTime() + searcher.pauseMs)
      return { matched_user_profile: paused.name, next_match_at: nextMatchAt.toISOString() }
    }
    const match = await findRandomMatch(db, searcher)
    if (match === undefined) throw new Refusal(404, 'No matches found', 'no_match')
    return { matched_user_profile: match.name, next_match_at: undefined }
  })
}

function writeRoutes(api: Api): void {
  route(api, createSongSwap, {
    retainResponse: 'for good',
    async handle(input) {
      const { query, member, tx } = input
      const matched = await getMember(tx, query.matched_user, member.id)
      const id = await beginSwap(tx, await toSearcher(input), matched)
      await checkReach(input, matched.id, 'swap tracks with')
      return { song_swap_id: id, client_id: undefined }
    },
  })

  route(api, addSongSwapTrack, {
    retainResponse: 'for good',
    handle({ query, member, tx, now }) {
      checkVisibleText('text', query.text)
      return addTrack(tx, query.songswapid, member.id, { trackId: query.trackid, text: query.text }, now)
    },
  })

  route(api, addSongSwapReaction, {
    retainResponse: 'for good',
    handle({ query, member, tx, now }) {
      checkVisibleText('text', query.text)
      return rateTrack(tx, query.songswapid, member.id, { rating: query.reaction, text: query.text }, now)
    },
  })
}

function endRoutes(api: Api): void {
  route(api, declineSongSwap, ({ query, member, tx, now }) => declineSwap(tx, query.songswapid, member.id, now))

  route(api, withdrawSongSwap, ({ query, member, tx, now }) => withdrawSwap(tx, query.songswapid, member.id, now))
}

function shareRoutes(api: Api): void {
  route(api, getSharedSwap, async (input) => {
    const shared = await findSharedSwap(input, input.query.songswapid)
    if (shared === undefined) throw createNoSwapRefusal()
    return shared
  })

  route(api, shareSongSwap, ({ query, member, tx, now }) => shareResults(tx, query.songswapid, member.id, now))

  route(api, unshareSongSwap, ({ query, member, tx }) => unshareResults(tx, query.songswapid, member.id))
}

async function toSearcher({
  db,
  member,
  now,
  config,
}: Pick<Input<never>, 'db' | 'member' | 'now' | 'config'>): Promise<Searcher> {
  const { strangersPerDay } = await findInstanceSettings(db)
  return { memberId: member.id, now, pauseMs: getMatchPause(config), mayMeetStrangers: strangersPerDay !== 0 }
}

const getMatchPause = ({ matchPauseMs, isDemoAllowed }: Api['config']): number =>
  matchPauseMs ?? (isDemoAllowed ? DEMO_MATCH_PAUSE_MS : MATCH_PAUSE_MS)
