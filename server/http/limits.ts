import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import type { RateLimits } from '#server/config.ts'
import type { Services } from './api.ts'
import type { ProcessBuckets } from './process-buckets.ts'
import { takeTokens, tooMany } from './rate-limit.ts'

/** Wrong passwords are counted by server/accounts/session/password-guesses.ts, failures only. */
type GuessLimit = 'addressGuesses' | 'memberGuesses' | 'pairGuesses'
export type LimitName = Exclude<keyof RateLimits, GuessLimit>

interface LimitRule {
  /** Whose requests share a bucket. */
  readonly per: 'address' | 'member'
  /** `process`: in memory, by each process for itself; `database`: by all processes together. */
  readonly countedIn: 'process' | 'database'
  /** For the sentence of the 429: "Too many reports." */
  readonly noun: string
  /** Of one kind of action and for hours: a client goes on with its other actions. */
  readonly isDaily?: boolean
}

/** How each rate limit is counted. Its values are settings: `rateLimitSettings` of server/config.ts. */
const RULES: Readonly<Record<LimitName, LimitRule>> = {
  addressReads: { per: 'address', countedIn: 'process', noun: 'requests' },
  memberReads: { per: 'member', countedIn: 'process', noun: 'requests' },
  addressSearches: { per: 'address', countedIn: 'process', noun: 'searches' },
  memberSearches: { per: 'member', countedIn: 'process', noun: 'searches' },
  addressWrites: { per: 'address', countedIn: 'database', noun: 'requests' },
  memberWrites: { per: 'member', countedIn: 'database', noun: 'requests' },
  addressLogins: { per: 'address', countedIn: 'process', noun: 'attempts' },
  addressSignUps: { per: 'address', countedIn: 'database', noun: 'sign-ups' },
  memberReports: { per: 'member', countedIn: 'database', noun: 'reports', isDaily: true },
  memberStrangers: {
    per: 'member',
    countedIn: 'database',
    noun: 'messages to members who do not follow you',
    isDaily: true,
  },
  memberImports: { per: 'member', countedIn: 'database', noun: 'imports' },
  memberOfflineCopies: { per: 'member', countedIn: 'process', noun: 'downloads' },
  memberExports: { per: 'member', countedIn: 'database', noun: 'exports' },
  // Players: server/listening/scrobbling/admit.ts counts these two in one statement with the look-up of their tokens.
  addressScrobbles: { per: 'address', countedIn: 'database', noun: 'requests' },
  memberScrobbles: { per: 'member', countedIn: 'database', noun: 'requests' },
}

const READS: readonly LimitName[] = ['addressReads', 'memberReads']
const WRITES: readonly LimitName[] = ['addressWrites', 'memberWrites']

/** The limits of endpoints that have others than `READS` or `WRITES`. `memberStrangers` is taken by server/messages. */
export const LIMITS_BY_ENDPOINT: Readonly<Record<string, readonly LimitName[]>> = {
  'GET /api/user/get-users': [...READS, 'addressSearches', 'memberSearches'],
  'GET /api/user/offline-copy': [...READS, 'memberOfflineCopies'],
  'GET /api/user/offline-pictures': [...READS, 'memberOfflineCopies'],
  'GET /api/user/export': [...READS, 'memberExports'],
  'POST /api/user/login': ['addressLogins'],
  'POST /api/user/reset-password': ['addressLogins'],
  'POST /api/user/create-profile': ['addressSignUps'],
  'POST /api/user/report': [...WRITES, 'memberReports'],
  'POST /api/user/import-listens': [...WRITES, 'memberImports'],
}

/** The limits of an endpoint: every one has some, whether the table above names it or not. */
export const limitsOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): readonly LimitName[] =>
  LIMITS_BY_ENDPOINT[endpointName(endpoint)] ?? (endpoint.method === 'GET' ? READS : WRITES)

/** Whether a limit needs neither the session nor the database. */
export const isCountedEarly = (name: LimitName): boolean =>
  RULES[name].per === 'address' && RULES[name].countedIn === 'process'

/** Whose tokens are taken. Limits of a subject that is left out are not counted. */
export interface Subjects {
  readonly address?: string | undefined
  /** The member's id. */
  readonly member?: number | undefined
}

type Counting = Pick<Services, 'db' | 'config'> & { readonly buckets: ProcessBuckets }

/**
 * Takes a token of each limit. Throws a Refusal 429 with Retry-After. Never call it inside a transaction: what is rolled back
 * must count too, and a second connection is taken from the pool.
 */
export async function takeLimits(api: Counting, names: readonly LimitName[], subjects: Subjects, now: Date) {
  takeInProcess(api, names, subjects, now)
  for (const bucket of bucketsOf(api, names, subjects))
    if (bucket.countedIn === 'database') await takeTokens(api.db, bucket, now)
}

/** Takes a token of each limit that is counted in memory, and of no other. Throws as `takeLimits`. */
export function takeInProcess(api: Counting, names: readonly LimitName[], subjects: Subjects, now: Date): void {
  for (const { key, limit, noun, countedIn } of bucketsOf(api, names, subjects)) {
    if (countedIn !== 'process') continue
    const waitS = api.buckets.take(key, limit, now)
    if (waitS > 0) throw tooMany(noun, waitS)
  }
}

function bucketsOf({ config }: Counting, names: readonly LimitName[], subjects: Subjects) {
  return names.flatMap((name) => {
    const { per, ...rule } = RULES[name]
    const subject = subjects[per]
    if (subject === undefined) return []
    return [{ ...rule, key: `${name} ${subject}`, limit: config.rateLimits[name] }]
  })
}
