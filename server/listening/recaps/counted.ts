import type { ZonedDays } from '../time-zone.ts'

/** An artist, a track or an album with its plays in a period. */
export interface CountedEntry {
  readonly id: number
  readonly plays: number
}

/** What a member heard in a period, by ids. */
export interface CountedRecap {
  readonly plays: number
  readonly playsBefore: number
  readonly artists: number
  readonly tracks: number
  readonly albums: number
  /** Plays on each day from the first one on, up to the last day with plays. */
  readonly days: readonly number[]
  readonly hours: readonly number[]
  readonly topArtists: readonly CountedEntry[]
  readonly topTracks: readonly CountedEntry[]
  readonly topAlbums: readonly CountedEntry[]
  readonly newArtists: number
  readonly topNewArtists: readonly CountedEntry[]
  readonly movers: readonly (CountedEntry & { readonly before: number })[]
  readonly rediscovered: number
  readonly rediscoveredTracks: readonly (CountedEntry & { readonly lastPlayed: string })[]
}

/** A period in one member's calendar. */
export interface RecapKey extends ZonedDays {
  readonly memberId: number
}
