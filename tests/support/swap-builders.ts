import type { SongSwap } from '#contract/swaps/swaps.ts'

/** Returns mirelle's swap with ada: nothing sent yet, except for the given fields. */
export const aSwap = (given: Partial<SongSwap> = {}): SongSwap => ({
  id: 5,
  initiated_user: 'mirelle',
  matched_user: 'ada',
  initiated_track_id: null,
  initiated_track_name: null,
  initiated_artist_name: null,
  initiated_track_url: null,
  matched_track_id: null,
  matched_track_name: null,
  matched_artist_name: null,
  matched_track_url: null,
  initiated_reaction: null,
  matched_reaction: null,
  swap_initiated_timestamp: '2026-11-19T08:00:00.000Z',
  song_swap_id: 5,
  ended: undefined,
  ended_timestamp: undefined,
  completed_timestamp: undefined,
  ...given,
})

/** The initiator's track. */
export const begun = {
  initiated_track_id: 1,
  initiated_track_name: 'Night Bus',
  initiated_artist_name: 'Lamplight Parade',
  initiated_track_url: 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus',
} satisfies Partial<SongSwap>

/** The match's track. */
export const matchedSent = {
  matched_track_id: 2,
  matched_track_name: 'Salt Flats',
  matched_artist_name: 'The Quiet Meridian',
  matched_track_url: null,
} satisfies Partial<SongSwap>

export const rated = { initiated_reaction: 5, matched_reaction: 4 } satisfies Partial<SongSwap>
