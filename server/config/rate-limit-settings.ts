import { CannotStart, type Environment, readText } from './settings.ts'

/** A token bucket: `burst` requests at once, `perSecond` after. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

/**
 * The rate limits: their settings and their defaults, as "burst,perSecond". server/http/limits.ts
 * defines how each is counted.
 */
export const rateLimitSettings = {
  /** Reads by one member: several polling tabs, and a device that was offline for a week. */
  memberReads: ['RATE_LIMIT_READS', '1200,20'],
  /** Reads from one address: fifty people behind one network address. */
  addressReads: ['RATE_LIMIT_ADDRESS_READS', '12000,200'],
  /** Searches for members, which cost many times as much as other reads. */
  memberSearches: ['RATE_LIMIT_SEARCHES', '120,4'],
  addressSearches: ['RATE_LIMIT_ADDRESS_SEARCHES', '600,20'],
  /** One member's charts: a range's first read counts up to all listens in a history. */
  memberCharts: ['RATE_LIMIT_CHARTS', '240,2'],
  /** Look-ups of shared links by one member, which the server sends to music services. */
  memberLinks: ['RATE_LIMIT_LINKS', '30,0.05'],
  /** One member's log-ins at music libraries, and the full song readings that it starts. */
  memberLibraries: ['RATE_LIMIT_LIBRARIES', '20,0.00333'],
  memberWrites: ['RATE_LIMIT_WRITES', '1000,5'],
  /** Writes from one address: a shared household or train. */
  addressWrites: ['RATE_LIMIT_ADDRESS_WRITES', '5000,25'],
  /** Log-ins from one address, successful or not: each computes a hash for 30 ms. */
  addressLogins: ['RATE_LIMIT_ADDRESS_LOGINS', '600,10'],
  /** Wrong passwords from one address, for members without an earlier log-in from there. */
  addressGuesses: ['RATE_LIMIT_LOGINS', '30,0.2'],
  /** Wrong passwords for one member from all addresses that the member has not logged in from. */
  memberGuesses: ['RATE_LIMIT_MEMBER_LOGINS', '100,0.1'],
  /** Wrong passwords for one member from one address, or in one session. */
  pairGuesses: ['RATE_LIMIT_GUESSES', '10,0.02'],
  addressSignUps: ['RATE_LIMIT_SIGN_UPS', '30,0.05'],
  /** Reports by one member: 20 a day. */
  memberReports: ['RATE_LIMIT_REPORTS', '20,0.000231'],
  /** Replies by one member, and their edits: a lively evening; 120 an hour after that. */
  memberReplies: ['RATE_LIMIT_REPLIES', '60,0.0333'],
  /** Broadcasts by one member: 30 a day. The public feed shows 100. */
  memberBroadcasts: ['RATE_LIMIT_BROADCASTS', '30,0.000347'],
  memberInvitations: ['RATE_LIMIT_INVITATIONS', '20,0.000231'],
  /**
   * Messages, swaps and mentions by one member to members without a follow or text in return: 30 a
   * day.
   */
  memberStrangers: ['RATE_LIMIT_STRANGERS', '30,0.000347'],
  memberImports: ['RATE_LIMIT_IMPORTS', '20,0.002'],
  /** One member's exports, which take minutes each. */
  memberExports: ['RATE_LIMIT_EXPORTS', '10,0.002778'],
  /** One member's batched reads for offline use: a page makes at most three per visit. */
  memberOfflineCopies: ['RATE_LIMIT_OFFLINE_COPIES', '60,0.0333'],
  /** Confirmations mailed to one member, and, separately, reset links: 3 an hour. */
  memberMails: ['RATE_LIMIT_MAILS', '3,0.000833'],
  /** The same for one e-mail address, with any number of members. */
  recipientMails: ['RATE_LIMIT_RECIPIENT_MAILS', '6,0.001667'],
  /** Requests for reset links from one address: 20 an hour. */
  addressMails: ['RATE_LIMIT_ADDRESS_MAILS', '20,0.005556'],
  /** Requests by one member's players. */
  memberScrobbles: ['RATE_LIMIT_SCROBBLES', '2000,20'],
  /** Programs that ask a member for access, from one address. */
  addressProgramRequests: ['RATE_LIMIT_PROGRAM_REQUESTS', '30,0.0167'],
  addressScrobbles: ['RATE_LIMIT_ADDRESS_SCROBBLES', '10000,100'],
} as const satisfies Readonly<Record<string, readonly [setting: string, fallback: string]>>

export type RateLimits = Readonly<Record<keyof typeof rateLimitSettings, RateLimit>>

/** Returns the rate limits. Throws {@link CannotStart}. */
export function readRateLimits(env: Environment): RateLimits {
  const entries = Object.entries(rateLimitSettings).map(([name, [setting, fallback]]) => [
    name,
    rateLimit(env, setting, fallback),
  ])
  // The keys are the settings' keys, which Object.entries does not declare.
  return Object.fromEntries(entries) as RateLimits
}

function rateLimit(env: Environment, name: string, fallback: string): RateLimit {
  const value = readText(env, name) ?? fallback
  const match = /^(\d{1,9}(?:\.\d{1,6})?)\s*,\s*(\d{1,9}(?:\.\d{1,6})?)$/.exec(value)
  const [burst, perSecond] = [Number(match?.[1]), Number(match?.[2])]
  if (burst >= 1 && perSecond > 0) return { burst, perSecond }
  throw new CannotStart(`${name} must be a burst and a number per second such as ${fallback}, not "${value}".`)
}
