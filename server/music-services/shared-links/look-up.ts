import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { TrackLink } from '#contract/listening/recognize-link.ts'
import type { LookUpOutcome } from '#contract/listening/shared-links.ts'
import type { LinkSettings, LookUpService } from '#server/config/link-settings.ts'
import type { Services } from '#server/http/api.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { createBusyRefusal } from '#server/http/refusal.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import type { ServiceResponse } from '../accounts/get-json.ts'
import { createRateLimitedGet } from '../accounts/rate-limited-get.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type FoundNames, LOOK_UPS } from './services.ts'

/** The result of a look-up; without a track both names are empty. */
interface LookedUp extends FoundNames {
  readonly outcome: LookUpOutcome
}

type LookUpLink = TrackLink & { readonly service: LookUpService }

/** Looks a link up for a member. Throws a Refusal if too many are being looked up. */
type LinkLookUps = (link: LookUpLink, memberId: number) => Promise<LookedUp>

/** For a turn, and for the response: a member is waiting. */
const TIMEOUT_MS = 5000
const RESPONSE_MAX_BYTES = 300_000
/** How many requests this process sends at a time; beyond it further links are rejected. */
const AT_ONCE_MAX = 8
/** How many of them one member may cause. */
const MEMBER_MAX = 2
const RETRY_AFTER_SECONDS = 5

const CACHED_MAX = 2000
const CACHED_MS: Readonly<Record<LookUpOutcome, number>> = {
  found: 86_400_000,
  not_found: 3_600_000,
  unavailable: 30_000,
  off: 0,
}

const NO_NAMES = { artist: '', title: '' }
/** A service's statuses for a track that does not exist or is private. */
const ABSENCES = [400, 401, 404, 410]

type LookUpServices = Pick<Services, 'db' | 'config' | 'log' | 'now'>

/** Creates the function that looks links up, with a result cache in the memory of this process. */
export function createLinkLookUps(services: LookUpServices, { servers }: LinkSettings): LinkLookUps {
  const cache = new LRUCache<string, { readonly looked: LookedUp; readonly until: number }>({ max: CACHED_MAX })
  const running = new Map<string, { readonly memberId: number; readonly looking: Promise<LookedUp> }>()
  const countOf = (memberId: number) => [...running.values()].filter((known) => known.memberId === memberId).length

  const store = (key: string, looked: LookedUp) => {
    cache.set(key, { looked, until: services.now().getTime() + CACHED_MS[looked.outcome] })
  }
  const request = async (key: string, link: LookUpLink) => {
    try {
      const looked = await requestNames(services, servers[link.service], link)
      store(key, looked)
      return looked
    } finally {
      running.delete(key)
    }
  }

  return (link, memberId) => {
    const key = `${link.country ?? ''} ${link.url}`
    const cached = cache.get(key)
    if (cached !== undefined && cached.until > services.now().getTime()) return Promise.resolve(cached.looked)
    cache.delete(key)
    const known = running.get(key)
    if (known !== undefined) return known.looking
    if (countOf(memberId) >= MEMBER_MAX) throw tooMany('links', RETRY_AFTER_SECONDS)
    if (running.size >= AT_ONCE_MAX) throw createBusyRefusal(RETRY_AFTER_SECONDS)
    const looking = request(key, link)
    running.set(key, { memberId, looking })
    return looking
  }
}

async function requestNames(services: LookUpServices, server: URL, link: LookUpLink): Promise<LookedUp> {
  const { toRequest, read, perSecond } = LOOK_UPS[link.service]
  const { db, config, log } = services
  const { path, query } = toRequest(link)
  const get = createRateLimitedGet({
    db,
    service: `link ${link.service}`,
    perSecond: Math.min(config.servicesPerSecond, perSecond ?? config.servicesPerSecond),
    turnTimeoutMs: TIMEOUT_MS,
    timeoutMs: TIMEOUT_MS,
    bytesMax: RESPONSE_MAX_BYTES,
    userAgent: toUserAgent(config),
    // The hosts are fixed, but their names must not lead into the operator's network either.
    isGuarded: server.protocol === 'https:',
  })
  try {
    const response = await get(new URL(`${path}?${new URLSearchParams(query)}`, server))
    const names = readResponse(response, (json) => read(json, link))
    if (names === undefined || (names.artist === '' && names.title === '')) return { outcome: 'not_found', ...NO_NAMES }
    return { outcome: 'found', ...names }
  } catch (error) {
    if (!(error instanceof ServiceFailure || error instanceof v.ValiError)) throw error
    const reason = error instanceof ServiceFailure ? error.code : 'unreadable_answer'
    log.warn('A link could not be looked up', { service: link.service, reason })
    return { outcome: 'unavailable', ...NO_NAMES }
  }
}

/** Returns undefined if the service has no such track. Throws a ServiceFailure or ValiError. */
function readResponse(
  { status, json }: ServiceResponse,
  read: (json: unknown) => FoundNames | undefined,
): FoundNames | undefined {
  if (ABSENCES.includes(status)) return undefined
  if (status !== 200) throw new ServiceFailure('service_away')
  return read(json)
}
