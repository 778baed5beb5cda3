import type { Services } from '#server/http/api.ts'
import { deriveKey } from '#server/http/encrypt-secret.ts'
import { isPublicUrl } from '#server/http/public-address.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { ServiceFailure } from '../service-failure.ts'
import { createLastfm, type Lastfm } from './lastfm.ts'
import { createListenbrainz, type ListenbrainzOptions } from './listenbrainz.ts'
import { toApiRoot } from './normalize-url.ts'
import { createRateLimitedGet, pauseService, type RateLimitedGetOptions, type ServiceGet } from './rate-limited-get.ts'
import type { Source } from './source.ts'

export type SourceServices = Pick<Services, 'db' | 'config' | 'now'>
type Config = Services['config']

/** A service and its server's base URL; null is the operator's. */
export interface ServiceAddress {
  readonly service: ServiceName
  readonly baseUrl: string | null
  /** A token that reads the account; undefined: its listens are public. */
  readonly token?: string | undefined
}

/** The timeouts while a member is waiting: a failure is reported after a few seconds. */
export const INTERACTIVE_TIMEOUTS = { turnTimeoutMs: 4000, timeoutMs: 8000 }

/** Request timeouts: shorter for a waiting member than for a job. */
export interface SourceTimeouts {
  readonly turnTimeoutMs: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  /** The maximum response size, in bytes. */
  readonly bytesMax?: number
}

export const serviceNames = ['lastfm', 'listenbrainz'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Returns the connection to a ListenBrainz server. Throws ServiceFailure `address_refused`. */
export function toListenbrainzSource(
  services: SourceServices,
  { baseUrl, token }: Pick<ServiceAddress, 'baseUrl' | 'token'>,
  timeouts: SourceTimeouts,
): ListenbrainzOptions {
  const { url, isGuarded } = checkUrl(services.config, baseUrl)
  const service = `listenbrainz ${url.host}`
  const tokenBudget = token === undefined ? undefined : toTokenBudget(services.config.secretKey ?? '', service, token)
  const transport = createTransport(services, { ...timeouts, service, tokenBudget, isGuarded })
  return { ...transport, baseUrl: url, token, now: services.now }
}

export const titles: Record<ServiceName, string> = { lastfm: 'Last.fm', listenbrainz: 'ListenBrainz' }

/** Returns the key of a token's rate budget at a service, from which the token cannot be derived. */
const toTokenBudget = (secretKey: string, service: string, token: string): string =>
  `${service} ${deriveKey(secretKey, `flipside token budget ${token}`, 8).toString('hex')}`

/** Returns the display name of a service, or of the member's own server. */
export const toServiceTitle = ({ service, baseUrl }: Pick<ServiceAddress, 'service' | 'baseUrl'>): string =>
  (baseUrl === null ? undefined : URL.parse(baseUrl)?.host) ?? titles[service]

/**
 * Returns a service client, for one use. Throws {@link ServiceFailure}: `key_refused` without a key,
 * `address_refused` by the guard.
 */
export const openSource = (services: SourceServices, address: ServiceAddress, timeouts: SourceTimeouts): Source =>
  address.service === 'lastfm'
    ? openLastfm(services, timeouts)
    : createListenbrainz(toListenbrainzSource(services, address, timeouts))

export function openLastfm(services: SourceServices, timeouts: SourceTimeouts): Lastfm {
  const { lastfmApiKey, lastfmSharedSecret, lastfmBaseUrl, lastfmStorageBytes } = services.config
  if (lastfmApiKey === null) throw new ServiceFailure('key_refused')
  const source = createLastfm({
    ...createTransport(services, { ...timeouts, service: 'lastfm', isGuarded: false }),
    baseUrl: lastfmBaseUrl,
    apiKey: lastfmApiKey,
    sharedSecret: lastfmSharedSecret,
    now: services.now,
  })
  return { ...source, storageBytesMax: lastfmStorageBytes }
}

export type Transport = { readonly get: ServiceGet; readonly onRateLimited: () => Promise<ServiceFailure> }

export function createTransport(
  { db, config }: SourceServices,
  pace: Omit<RateLimitedGetOptions, 'db' | 'userAgent' | 'perSecond'>,
): Transport {
  return {
    get: createRateLimitedGet({ ...pace, db, userAgent: toUserAgent(config), perSecond: config.servicesPerSecond }),
    onRateLimited: () => pauseService(db, pace.tokenBudget ?? pace.service),
  }
}

/** Returns whether members may name a ListenBrainz server of their own. */
export const takesAddress = ({ listenbrainzAllowed: { urls, isAnyPublic } }: Config): boolean =>
  isAnyPublic || urls.length > 0

/** Checks a member's base URL: URLs on the operator's list may be private, others only public. */
function checkUrl({ listenbrainzUrl, listenbrainzAllowed }: Config, baseUrl: string | null) {
  if (baseUrl === null) return { url: listenbrainzUrl, isGuarded: false }
  const url = URL.parse(baseUrl)
  const { urls, isAnyPublic } = listenbrainzAllowed
  if (url !== null && urls.some((listed) => toApiRoot(listed) === toApiRoot(url.href))) return { url, isGuarded: false }
  if (url === null || !isAnyPublic || !isPublicUrl(url)) throw new ServiceFailure('address_refused')
  return { url, isGuarded: true }
}
