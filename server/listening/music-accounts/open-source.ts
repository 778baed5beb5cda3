import type { Services } from '#server/http/api.ts'
import { VERSION } from '#server/http/version.ts'
import { type Lastfm, lastfm } from './lastfm.ts'
import { listenbrainz } from './listenbrainz.ts'
import { type Ask, leaveAlone, type Pace, pacedAsk } from './paced-ask.ts'
import { isPublicUrl } from './public-address.ts'
import { type Source, SourceFailure } from './source.ts'

export type SourceServices = Pick<Services, 'db' | 'config' | 'now'>
type Config = Services['config']

/** A service and the base URL of its server; null is the operator's. */
export interface Where {
  readonly service: ServiceName
  readonly baseUrl: string | null
}

/** Timeouts of requests: shorter for a waiting member than for a job. */
export interface SourceTimeouts {
  readonly turnPatienceMs: number
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

export const serviceNames = ['lastfm', 'listenbrainz'] as const
export type ServiceName = (typeof serviceNames)[number]

const openers: Record<ServiceName, (services: SourceServices, where: Where, patience: SourceTimeouts) => Source> = {
  lastfm: openLastfm,
  listenbrainz(services, { baseUrl }, patience) {
    const { url, isGuarded } = judge(services.config, baseUrl)
    const talk = talkWith(services, { ...patience, service: `listenbrainz ${url.host}`, isGuarded })
    return listenbrainz({ ...talk, baseUrl: url, now: services.now })
  },
}

/** Display names of the services. */
export const titles: Record<ServiceName, string> = { lastfm: 'Last.fm', listenbrainz: 'ListenBrainz' }

/**
 * Returns a client of a service, for one use. Throws {@link SourceFailure}: `key_refused` without a
 * key, `address_refused` by the guard.
 */
export const openSource = (services: SourceServices, where: Where, patience: SourceTimeouts): Source =>
  openers[where.service](services, where, patience)

export function openLastfm(services: SourceServices, _: unknown, patience: SourceTimeouts): Lastfm {
  const { lastfmApiKey, lastfmSharedSecret, lastfmBaseUrl, lastfmStorageBytes } = services.config
  if (lastfmApiKey === null) throw new SourceFailure('key_refused')
  const source = lastfm({
    ...talkWith(services, { ...patience, service: 'lastfm', isGuarded: false }),
    baseUrl: lastfmBaseUrl,
    apiKey: lastfmApiKey,
    sharedSecret: lastfmSharedSecret,
    now: services.now,
  })
  return { ...source, storageBytesMax: lastfmStorageBytes }
}

/** Services require a user agent and block clients without one. */
const userAgent = ({ publicUrl }: Config) => `Flipside/${VERSION} (${publicUrl?.href ?? 'a private server'})`

type Talk = { readonly ask: Ask; readonly onTooOften: () => Promise<SourceFailure> }

function talkWith({ db, config }: SourceServices, pace: Omit<Pace, 'db' | 'userAgent' | 'perSecond'>): Talk {
  return {
    ask: pacedAsk({ ...pace, db, userAgent: userAgent(config), perSecond: config.servicesPerSecond }),
    onTooOften: () => leaveAlone(db, pace.service),
  }
}

/** Checks a member's base URL: URLs on the operator's list may be private, others only public. */
function judge({ listenbrainzUrl, listenbrainzAllowed }: Config, baseUrl: string | null) {
  if (baseUrl === null) return { url: listenbrainzUrl, isGuarded: false }
  const url = URL.parse(baseUrl)
  const { urls, isAnyPublic } = listenbrainzAllowed
  if (url !== null && urls.some((it) => withSlash(it) === withSlash(url.href))) return { url, isGuarded: false }
  if (url === null || !isAnyPublic || !isPublicUrl(url)) throw new SourceFailure('address_refused')
  return { url, isGuarded: true }
}

const withSlash = (href: string) => href.replace(/\/*$/, '/')
