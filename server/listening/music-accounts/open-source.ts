import type { Services } from '#server/http/api.ts'
import { type Lastfm, lastfm } from './lastfm.ts'
import { listenbrainz } from './listenbrainz.ts'
import { type Ask, leaveAlone, type Pace, pacedAsk } from './paced-ask.ts'
import { isPublicUrl } from './public-address.ts'
import { type Source, SourceFailure } from './source.ts'

export type SourceServices = Pick<Services, 'db' | 'config' | 'now'>
type Config = Services['config']

/** Which service, and whose server of it: null is the operator's. */
export interface Where {
  readonly service: ServiceName
  readonly baseUrl: string | null
}

/** How long whoever asks is willing to wait: a member who looks on has less patience than a job. */
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

/** What people call a service. */
export const titles: Record<ServiceName, string> = { lastfm: 'Last.fm', listenbrainz: 'ListenBrainz' }

/** A service, for one use. Throws {@link SourceFailure}: `key_refused` without a key, `address_refused` by the guard. */
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

/** Services want to know who asks, and block those who do not say. */
const userAgent = ({ publicUrl }: Config) => `Flipside/0.1 (${publicUrl?.href ?? 'a private server'})`

type Talk = { readonly ask: Ask; readonly onTooOften: () => Promise<SourceFailure> }

function talkWith({ db, config }: SourceServices, pace: Omit<Pace, 'db' | 'userAgent' | 'perSecond'>): Talk {
  return {
    ask: pacedAsk({ ...pace, db, userAgent: userAgent(config), perSecond: config.servicesPerSecond }),
    onTooOften: () => leaveAlone(db, pace.service),
  }
}

/** An address of a member's: the operator's list may lead anywhere, others only to the public Internet. */
function judge({ listenbrainzUrl, listenbrainzAllowed }: Config, baseUrl: string | null) {
  if (baseUrl === null) return { url: listenbrainzUrl, isGuarded: false }
  const url = URL.parse(baseUrl)
  const { urls, isAnyPublic } = listenbrainzAllowed
  if (url !== null && urls.some((it) => withSlash(it) === withSlash(url.href))) return { url, isGuarded: false }
  if (url === null || !isAnyPublic || !isPublicUrl(url)) throw new SourceFailure('address_refused')
  return { url, isGuarded: true }
}

const withSlash = (href: string) => href.replace(/\/*$/, '/')
