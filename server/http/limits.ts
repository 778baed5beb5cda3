import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import type { Config, RateLimit, RateLimits } from '#server/config/config.ts'
import type { Tx } from '#server/db/open.ts'
import { listNetworks } from './address.ts'
import type { Services } from './api.ts'
import type { ProcessBuckets } from './process-buckets.ts'
import { type Bucket, takeTokens, tooMany } from './rate-limit.ts'

/** Limits on wrong passwords, which server/accounts/passwords/password-guesses.ts counts. */
type GuessLimit = 'addressGuesses' | 'memberGuesses' | 'pairGuesses'
/** Counted by server/accounts/mail/mail-limits.ts. */
type MailLimit = 'recipientMails'
type LimitName = Exclude<keyof RateLimits, GuessLimit | MailLimit>

interface LimitRule {
  /** The buckets' subject. */
  readonly per: 'address' | 'member'
  /** `process`: in memory, separately in each process; `database`: shared by all processes. */
  readonly countedIn: 'process' | 'database'
  /** For the 429 message: "Too many reports." */
  readonly noun: string
  /**
   * Whether the limit is for one action kind and lasts for hours: clients continue with other
   * actions. It is counted with the effect, so that copies of a write at once count as one.
   */
  readonly isDaily?: boolean
  /** Whether these reads take long: see `isLongRead`. */
  readonly isLong?: boolean
  /** Whether a limit by member bounds it too: then an address's /48 network is not counted. */
  readonly isMembers?: boolean
}

/**
 * How each rate limit is counted. Its values are settings: `rateLimitSettings` in
 * server/config/config.ts.
 */
const RULES: Readonly<Record<LimitName, LimitRule>> = {
  addressReads: { per: 'address', countedIn: 'process', noun: 'requests' },
  memberReads: { per: 'member', countedIn: 'process', noun: 'requests' },
  addressSearches: { per: 'address', countedIn: 'process', noun: 'searches' },
  memberSearches: { per: 'member', countedIn: 'process', noun: 'searches' },
  memberCharts: { per: 'member', countedIn: 'process', noun: 'charts', isLong: true },
  memberLinks: { per: 'member', countedIn: 'process', noun: 'links' },
  memberLibraries: { per: 'member', countedIn: 'database', noun: 'requests of your library' },
  addressWrites: { per: 'address', countedIn: 'database', noun: 'requests', isMembers: true },
  memberWrites: { per: 'member', countedIn: 'database', noun: 'requests' },
  addressLogins: { per: 'address', countedIn: 'process', noun: 'attempts' },
  addressSignUps: { per: 'address', countedIn: 'database', noun: 'sign-ups' },
  memberReports: { per: 'member', countedIn: 'database', noun: 'reports', isDaily: true },
  memberReplies: { per: 'member', countedIn: 'database', noun: 'replies and edits', isDaily: true },
  memberBroadcasts: { per: 'member', countedIn: 'database', noun: 'broadcasts', isDaily: true },
  memberInvitations: { per: 'member', countedIn: 'database', noun: 'invitations', isDaily: true },
  memberStrangers: {
    per: 'member',
    countedIn: 'database',
    noun: 'messages, swaps and mentions for members who do not follow you',
    isDaily: true,
  },
  memberImports: { per: 'member', countedIn: 'database', noun: 'imports' },
  memberOfflineCopies: { per: 'member', countedIn: 'process', noun: 'downloads' },
  memberExports: { per: 'member', countedIn: 'database', noun: 'exports' },
  memberMails: { per: 'member', countedIn: 'database', noun: 'mails' },
  addressMails: { per: 'address', countedIn: 'database', noun: 'requests' },
  // Counted by server/music-services/scrobbling/players.ts.
  addressScrobbles: { per: 'address', countedIn: 'process', noun: 'requests' },
  memberScrobbles: { per: 'member', countedIn: 'database', noun: 'requests' },
  // Counted by server/music-services/scrobbling/audioscrobbler2-auth.ts.
  addressProgramRequests: { per: 'address', countedIn: 'process', noun: 'log-ins of programs' },
}

export const READS: readonly LimitName[] = ['addressReads', 'memberReads']
const WRITES: readonly LimitName[] = ['addressWrites', 'memberWrites']

/**
 * The limits for endpoints that differ from `READS` and `WRITES`. server/instance/strangers.ts
 * takes `memberStrangers`.
 */
export const LIMITS_BY_ENDPOINT: Readonly<Record<string, readonly LimitName[]>> = {
  'GET /api/user/get-users': [...READS, 'addressSearches', 'memberSearches'],
  'GET /api/search-music': [...READS, 'addressSearches', 'memberSearches'],
  'GET /api/search-broadcasts': [...READS, 'addressSearches', 'memberSearches'],
  // Costs as much as a search, also without a session.
  'GET /api/popular-music': [...READS, 'addressSearches', 'memberSearches'],
  'GET /api/user/chart': [...READS, 'memberCharts'],
  'GET /api/user/listening-time': [...READS, 'memberCharts'],
  'GET /api/resolve-link': [...READS, 'memberLinks'],
  'GET /api/user/weekly-report': [...READS, 'memberCharts'],
  'GET /api/user/rewind': [...READS, 'memberCharts'],
  'GET /api/user/offline-copy': [...READS, 'memberOfflineCopies'],
  'GET /api/user/offline-pictures': [...READS, 'memberOfflineCopies'],
  'GET /api/user/export': [...READS, 'memberExports'],
  'POST /api/user/login': ['addressLogins'],
  'POST /api/user/start-passkey-login': ['addressLogins'],
  'POST /api/user/login-by-passkey': ['addressLogins'],
  'POST /api/user/reset-password': ['addressLogins'],
  'POST /api/user/request-password-reset': ['addressLogins', 'addressMails'],
  'POST /api/user/confirm-email': ['addressLogins'],
  'POST /api/user/send-email-confirmation': [...WRITES, 'memberMails'],
  'POST /api/user/start-single-sign-on': ['addressLogins'],
  'POST /api/user/create-profile': ['addressSignUps'],
  'POST /api/user/report': [...WRITES, 'memberReports'],
  'POST /api/create-broadcast': [...WRITES, 'memberBroadcasts'],
  'POST /api/create-broadcast-by-names': [...WRITES, 'memberBroadcasts'],
  'POST /api/create-reply': [...WRITES, 'memberReplies'],
  // An edit can mention ten other members, and each is notified.
  'POST /api/edit-reply': [...WRITES, 'memberReplies'],
  'POST /api/edit-broadcast': [...WRITES, 'memberReplies'],
  'POST /api/user/create-invitation': [...WRITES, 'memberInvitations'],
  'POST /api/user/link-music-library': [...WRITES, 'memberLibraries'],
  'POST /api/user/match-music-library': [...WRITES, 'memberLibraries'],
  'POST /api/user/import-listens': [...WRITES, 'memberImports'],
}

/** Returns an endpoint's limits. Every endpoint has at least one. */
export const listLimits = (endpoint: Pick<Endpoint, 'method' | 'path'>): readonly LimitName[] =>
  LIMITS_BY_ENDPOINT[endpointName(endpoint)] ?? (endpoint.method === 'GET' ? READS : WRITES)

/**
 * Returns whether an endpoint counts a member's whole history. Such reads share half of the pool, so
 * that the other half is there for short ones.
 */
export const isLongRead = (endpoint: Endpoint): boolean =>
  listLimits(endpoint).some((name) => RULES[name].isLong === true)

/** Returns whether a limit can be counted before the session is looked up. */
export const isCountedEarly = (name: LimitName): boolean =>
  RULES[name].per === 'address' && RULES[name].countedIn === 'process'

/** Returns whether {@link takeEffectTokens} counts a limit. */
export const isCountedByEffect = (name: LimitName): boolean => RULES[name].isDaily === true

/** The subjects to take tokens for. Limits per an omitted subject are not counted. */
export interface Subjects {
  readonly address?: string | undefined
  readonly member?: number | undefined
}

type Counting = Pick<Services, 'db' | 'config'> & { readonly buckets: ProcessBuckets }

/**
 * Takes a token from each limit. Throws a Refusal 429 with Retry-After. Never call it inside a
 * transaction: requests that are rolled back must count too, and it takes a second connection from
 * the pool.
 */
export async function takeLimits(
  api: Counting,
  names: readonly LimitName[],
  subjects: Subjects,
  now: Date,
): Promise<void> {
  takeProcessTokens(api, names, subjects, now)
  for (const bucket of listBuckets(api, names, subjects))
    if (bucket.countedIn === 'database') await takeTokens(api.db, bucket, now)
}

/**
 * Takes a token from each limit that is counted in memory; ignores the others. Throws like
 * `takeLimits`.
 */
export function takeProcessTokens(api: Counting, names: readonly LimitName[], subjects: Subjects, now: Date): void {
  for (const { key, limit, noun, countedIn } of listBuckets(api, names, subjects)) {
    if (countedIn !== 'process') continue
    const waitS = api.buckets.take(key, limit, now)
    if (waitS > 0) throw tooMany(noun, waitS)
  }
}

/**
 * Takes a token from a limit on one effect kind, in its transaction: a rejected effect does not
 * count. `limit` replaces the environment's values. Throws like `takeLimits`.
 */
export async function takeEffectToken(
  tx: Tx,
  { rateLimits }: Pick<Config, 'rateLimits'>,
  name: LimitName,
  memberId: number,
  now: Date,
  limit: RateLimit = rateLimits[name],
): Promise<void> {
  await takeTokens(tx, { ...RULES[name], key: toLimitKey(name, memberId), limit }, now)
}

/** Takes a token from each limit of an endpoint that is counted with the effect. Throws like `takeLimits`. */
export async function takeEffectTokens(
  tx: Tx,
  config: Pick<Config, 'rateLimits'>,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  memberId: number,
  now: Date,
): Promise<void> {
  for (const name of listLimits(endpoint).filter(isCountedByEffect))
    await takeEffectToken(tx, config, name, memberId, now)
}

export const toLimitKey = (name: keyof Config['rateLimits'], subject: string | number): string => `${name} ${subject}`

function listBuckets({ config }: Counting, names: readonly LimitName[], subjects: Subjects) {
  return names.flatMap((name) => {
    const { per, isMembers, ...rule } = RULES[name]
    const limit = config.rateLimits[name]
    const { address, member } = subjects
    if (per === 'member') return member === undefined ? [] : [{ ...rule, key: toLimitKey(name, member), limit }]
    if (address === undefined) return []
    if (isMembers === true) return [{ ...rule, key: toLimitKey(name, address), limit }]
    return listAddressBuckets(name, address, limit).map((bucket) => ({ ...rule, ...bucket }))
  })
}

/** Returns a limit's buckets by address: one for the address, and one for its IPv6 /48 network. */
export const listAddressBuckets = (
  name: keyof Config['rateLimits'],
  address: string,
  { burst, perSecond }: RateLimit,
): readonly Pick<Bucket, 'key' | 'limit'>[] =>
  listNetworks(address).map(({ network, factor }) => ({
    key: toLimitKey(name, network),
    limit: { burst: burst * factor, perSecond: perSecond * factor },
  }))
