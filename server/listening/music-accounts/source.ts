import type { Period } from '#contract/wire.ts'

/** How deep a chart is read: so many artists, so many tracks. */
export const CHART_DEPTH = 1000
/** How far back days are counted: what the glance of the own profile shows. */
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

/** Plays on a day of UTC, written as 2026-11-21. */
export interface DayCount {
  readonly day: string
  readonly plays: number
}

/** Plays per day from a day on: days that are not named had none. */
export interface DaysCounted {
  readonly since: string
  readonly counts: readonly DayCount[]
}

/** A chart, the most played first, at most {@link CHART_DEPTH} long, and as of when its source counted it. */
export interface Chart<T> {
  readonly entries: readonly T[]
  readonly asOf: Date
  /** That the source has not counted it, so that it was counted from listens. */
  readonly remark?: 'no_statistics_yet'
}

/**
 * Where listening comes from. What a source cannot do it says by throwing a {@link SourceFailure}, whose words are a closed
 * set; anything else that it throws is our fault. A source is made for one use: it may remember what it has fetched.
 */
export interface Source {
  /** What people call it. */
  readonly title: string
  /** How much of it may be kept of all members together by its terms, in bytes; undefined: they name no limit. */
  readonly storageBytesMax?: number
  /** The account as the source writes it. Throws `unknown_name` when there is none. */
  findAccount(name: string): Promise<string>
  /** Throws `no_statistics_yet` when the source has not counted this period. */
  fetchArtists(account: string, period: Period): Promise<Chart<ArtistCount>>
  fetchTracks(account: string, period: Period): Promise<Chart<TrackCount>>
  /** Plays per day of UTC from a day on; from a later one when they are too many to be read. */
  fetchDays(account: string, since: string): Promise<DaysCounted>
}

/** What can go wrong with a source. The codes are kept and travel; {@link failureWords} are for people. */
export const failureCodes = [
  'unknown_name',
  'private_profile',
  'no_statistics_yet',
  'rate_limited',
  'service_away',
  'unreadable_answer',
  'key_refused',
  'address_refused',
  'claimed',
  'storage_full',
] as const
export type FailureCode = (typeof failureCodes)[number]

export const isFailureCode = (code: string): code is FailureCode => failureCodes.some((it) => it === code)

/** A source could not do what it was asked. `retryAfterMs`: when it says that it may be asked again. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly code: FailureCode
  readonly retryAfterMs: number | undefined

  constructor(code: FailureCode, { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** What went wrong and what to do, each a sentence. `title` is the service's. */
export const failureWords: Record<
  FailureCode,
  (title: string) => { readonly sentence: string; readonly advice: string }
> = {
  unknown_name: (title) => ({
    sentence: `${title} knows no account of this name.`,
    advice: 'Check how it is written there, and choose again.',
  }),
  private_profile: (title) => ({
    sentence: `Your profile at ${title} is private: not all of your listening can be read.`,
    advice: 'Show your listening in the privacy settings there ("Hide recent listening" at Last.fm), then refresh.',
  }),
  no_statistics_yet: (title) => ({
    sentence: `${title} has not counted all of your listening yet.`,
    advice: 'It does so by itself, for a new account within a few days. There is nothing to do.',
  }),
  rate_limited: (title) => ({
    sentence: `${title} is asked too often just now.`,
    advice: 'It is asked again by itself, a little later.',
  }),
  service_away: (title) => ({
    sentence: `${title} does not answer.`,
    advice: 'It is asked again by itself, a little later.',
  }),
  unreadable_answer: (title) => ({
    sentence: `${title} answered something that cannot be used.`,
    advice: 'It is asked again by itself. If this stays, check the address, or bring a file instead.',
  }),
  key_refused: (title) => ({
    sentence: `${title} does not accept this server's key.`,
    advice: 'Tell whoever runs this server. Files can be brought meanwhile.',
  }),
  address_refused: (title) => ({
    sentence: `This address of ${title} may not be asked from here.`,
    advice:
      'Choose one that begins with https:// and is reachable for everybody, or ask whoever runs this server to allow it.',
  }),
  claimed: (title) => ({
    sentence: `Another member has shown that this account at ${title} is theirs.`,
    advice: 'Choose your own account.',
  }),
  storage_full: (title) => ({
    sentence: `This server keeps as much of ${title} as its terms allow.`,
    advice: 'Bring a file instead: your own files are not limited by these terms.',
  }),
}
