import type { Period } from '#contract/wire.ts'
import type { FailureTexts } from '../service-failure.ts'

/** The maximum number of artists, and of tracks, read from a chart. */
export const CHART_DEPTH = 1000
/** How many days are counted: those on the member's own profile. */
export const DAYS_BACK = 56

export interface ArtistCount {
  readonly name: string
  readonly plays: number
}

export interface TrackCount {
  readonly title: string
  readonly artist: string
  readonly plays: number
}

/** Plays on a UTC day, formatted as 2026-11-21. */
interface DayCount {
  readonly day: string
  readonly plays: number
}

/** Plays per day from a day on: days without an entry have no plays. */
export interface DaysCounted {
  readonly since: string
  readonly counts: readonly DayCount[]
}

/**
 * A chart, most played first, at most {@link CHART_DEPTH} entries, and the time at which its source
 * counted it.
 */
export interface Chart<T> {
  readonly entries: readonly T[]
  readonly asOf: Date
  /** Set if the source has not counted it, so that it was counted from listens. */
  readonly remark?: 'no_statistics_yet'
}

/**
 * A source with listening data. Its failures are thrown as `ServiceFailure`; any other error is a fault in this server. A source is created for one use: it may
 * cache responses.
 */
export interface Source {
  readonly title: string
  /**
   * The storage limit for all members together in its terms, in bytes; undefined without a limit.
   */
  readonly storageBytesMax?: number
  /** Returns the account in the source's spelling. Throws `unknown_name` if it does not exist. */
  findAccount(name: string): Promise<string>
  /** Throws `no_statistics_yet` if the source has not counted this period. */
  fetchArtists(account: string, period: Period): Promise<Chart<ArtistCount>>
  fetchTracks(account: string, period: Period): Promise<Chart<TrackCount>>
  /** Returns plays per UTC day from a day on; from a later day if there are too many to read. */
  fetchDays(account: string, since: string): Promise<DaysCounted>
}

/** Texts by failure code. */
export const failureTexts = {
  unknown_name: (title) => ({
    sentence: `${title} knows no account of this name.`,
    advice: 'Check how it is written there, and choose again.',
  }),
  private_profile: (title) => ({
    sentence: `Your profile at ${title} is private: not all of your listening can be read.`,
    advice: 'Show your listening in the privacy settings there ("Hide recent listening" at Last.fm), then refresh.',
  }),
  token_needed: (title) => ({
    sentence: `${title} doesn't show the listens of this account to Flipside.`,
    advice: 'If the server shows them with a token only, follow the account with its token.',
  }),
  token_refused: (title) => ({
    sentence: `${title} doesn't accept the token for the listens of this account.`,
    advice: 'Follow the account again, with a valid token of it.',
  }),
  no_statistics_yet: (title) => ({
    sentence: `${title} has not counted all of your listening yet.`,
    advice: 'It does so by itself, for a new account within a few days. There is nothing to do.',
  }),
  rate_limited: (title) => ({
    sentence: `${title} is asked too often just now.`,
    advice: 'Flipside tries again by itself.',
  }),
  service_away: (title) => ({
    sentence: `${title} does not answer.`,
    advice: 'Flipside tries again by itself.',
  }),
  unreadable_answer: (title) => ({
    sentence: `${title} answered something that cannot be used.`,
    advice: 'Flipside tries again by itself. If this lasts, check the address, or add a file instead.',
  }),
  key_refused: (title) => ({
    sentence: `${title} does not accept this server's key.`,
    advice: 'Tell this server’s operator. You can add a file meanwhile.',
  }),
  address_refused: (title) => ({
    sentence: `This server may not connect to ${title}.`,
    advice: 'Choose an address that begins with https:// and is public, or ask this server’s operator to allow it.',
  }),
  claimed: (title) => ({
    sentence: `Another member has confirmed this account at ${title} as theirs.`,
    advice: 'Choose your own account.',
  }),
  storage_full: (title) => ({
    sentence: `This server stores as much of ${title} as its terms allow.`,
    advice: 'Add a file instead: your own files are not limited by these terms.',
  }),
  server_error: (title) => ({
    sentence: `Something went wrong on our side while ${title} was read.`,
    advice: 'It is read again by itself, a little later.',
  }),
} satisfies FailureTexts
