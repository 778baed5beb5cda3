import { BACKGROUND_HEADER } from '#contract/background.ts'
import type { Endpoint, ParsedQuery } from '#contract/endpoint.ts'
import { foldName } from '#server/db/fold-name.ts'
import { addressIn } from './address.ts'
import type { Api, RequestContext } from './api.ts'
import { isStoredWrite, readClientId } from './idempotency.ts'
import {
  isCountedByEffect,
  isCountedEarly,
  listLimits,
  READS,
  type Subjects,
  takeLimits,
  takeProcessTokens,
} from './limits.ts'
import { storeLogPosition } from './log-position.ts'
import { parseQuery } from './query.ts'
import { createOutageRefusal, Refusal } from './refusal.ts'
import { findSession, type Member, type Session, type Suspension } from './session.ts'

/** A request with checked origin, session, input and actor, in this order. */
export interface Checked<E extends Endpoint> {
  readonly query: ParsedQuery<E>
  readonly session: Session | undefined
  /** See `Input.viewer`. */
  readonly viewer: Member | null
  readonly address: string
  readonly now: Date
  /** A write with a response stored under its client_id: it must not run again. */
  readonly isRepeat: boolean
  /** Whether the data that the endpoint declares in `reads` was outdated, and is now written. */
  readonly isRefreshed: boolean
}

interface AdmitOptions {
  /** Whether a stored response can be found by the query alone. */
  readonly mayBeRepeat?: boolean
}

/**
 * Checks a request to `endpoint`, takes the tokens of its rate limits, except those that are counted
 * with the effect, and updates the data that it declares in `reads`. Address limits counted in memory
 * are first: a request beyond them does not reach the database. Throws a Refusal.
 *
 * A write's response is looked up before its limits: a limit must not refuse to repeat a write that
 * was executed, since the client would take it for not executed. A repeat counts as a read, and so
 * does every look-up by the address.
 */
export async function admitRequest<E extends Endpoint>(
  api: Api,
  endpoint: E,
  c: RequestContext,
  { mayBeRepeat = false }: AdmitOptions = {},
): Promise<Checked<E>> {
  if (api.watch.isAway()) throw createOutageRefusal()
  const limits = listLimits(endpoint).filter((name) => !isCountedByEffect(name))
  const isLookedUp = mayBeRepeat && hasClientId(endpoint) && readToken(api, c) !== undefined
  const early = (isLookedUp ? READS : limits).filter(isCountedEarly)
  takeProcessTokens(api, early, { address: addressIn(api, c) }, api.now())
  const checked = await checkRequest(api, endpoint, c)
  const isRepeat = isLookedUp && (await isStored(api, checked))
  const late = (isRepeat ? READS : limits).filter((name) => !early.includes(name))
  await takeLimits(api, late, toSubjects(checked), checked.now)
  return { ...checked, isRepeat, isRefreshed: await refreshReads(api, endpoint, checked) }
}

const hasClientId = ({ method, query }: Endpoint) => method === 'POST' && 'client_id' in query.entries

async function isStored(
  { db }: Api,
  { query, session }: Pick<Checked<Endpoint>, 'query' | 'session'>,
): Promise<boolean> {
  const clientId = readClientId(query)
  return session !== undefined && clientId !== undefined && isStoredWrite(db, session.member.id, clientId)
}

async function refreshReads(
  api: Pick<Api, 'hooks' | 'db' | 'standby' | 'log'>,
  { reads }: Endpoint,
  { session }: Pick<Checked<Endpoint>, 'session'>,
): Promise<boolean> {
  if (reads === undefined || session === undefined) return false
  let isRefreshed = false
  for (const refresh of api.hooks.beforeRead[reads]) if (await refresh(session.member.id)) isRefreshed = true
  if (isRefreshed) await storeLogPosition(api, session)
  return isRefreshed
}

const toSubjects = ({ session, address }: Pick<Checked<Endpoint>, 'session' | 'address'>): Subjects => ({
  address,
  member: session?.member.id,
})

async function checkRequest<E extends Endpoint>(
  api: Api,
  endpoint: E,
  c: RequestContext,
): Promise<Omit<Checked<E>, 'isRepeat' | 'isRefreshed'>> {
  if (endpoint.method === 'POST') api.origins.checkWrite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))
  const now = api.now()
  const session = await readSession(api, c, now)
  if (session === undefined && needsSession(endpoint)) throw createNoSessionRefusal()
  if (session !== undefined) checkStanding(endpoint, session.member)
  const query = parseQuery(endpoint, c.req.url)
  if (session !== undefined) checkActor(endpoint, query, session.member)
  return { query, session, viewer: findViewer(query, session), address: addressIn(api, c), now }
}

export const createNoSessionRefusal = () => new Refusal(401, 'Please log in to continue.', 'no_session')

export const createNotAdminRefusal = () => new Refusal(403, 'Only admins can do this.', 'not_allowed')

export const needsSession = (endpoint: Endpoint) => endpoint.access !== 'anyone' || endpoint.actor !== undefined

/**
 * Throws a Refusal 403 for a write by a suspended member, and for a request to the admins'
 * endpoints by a suspended member or by anyone else. Sign-up and login are open to all.
 */
function checkStanding({ method, access, whileSuspended }: Endpoint, { isAdmin, suspension }: Member): void {
  const isRefused = access === 'admin' || (method === 'POST' && access === 'member' && whileSuspended !== true)
  if (suspension !== null && isRefused) throw createSuspendedRefusal(suspension)
  if (access === 'admin' && !isAdmin) throw createNotAdminRefusal()
}

function createSuspendedRefusal({ until, reason }: Suspension): Refusal {
  const end = until === null ? '' : ` until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return new Refusal(403, `Your account is suspended${end}. Reason: ${reason}`, 'suspended')
}

const readToken = (api: Api, c: RequestContext) => api.cookie.read(c.req.header('Cookie'))

/** Returns the id of the session's member, for a path outside the contract; null for a visitor. */
export async function findViewerId(api: Api, c: RequestContext): Promise<number | null> {
  const token = readToken(api, c)
  const session = token === undefined ? undefined : await findSession(api.db, token, api.now())
  return session?.member.id ?? null
}

async function readSession(api: Api, c: RequestContext, now: Date): Promise<Session | undefined> {
  const token = readToken(api, c)
  if (token === undefined) return undefined
  const isVisit = c.req.method !== 'GET' || c.req.header(BACKGROUND_HEADER) === undefined
  const session = await findSession(api.db, token, now, isVisit)
  if (session?.isRenewed === true) c.header('Set-Cookie', api.cookie.keep(token))
  return session
}

/**
 * Throws a Refusal 403 unless the actor is the session's member: one member's page must not write
 * after another member logged in to the same browser.
 */
function checkActor(endpoint: Endpoint, query: Readonly<Record<string, unknown>>, member: Member): void {
  if (endpoint.actor === undefined) return
  const actor = query[endpoint.actor]
  // Only if optional in the contract: then the session determines the actor.
  if (actor === undefined) return
  if (typeof actor === 'string' && foldName(actor) === member.nameKey) return
  throw new Refusal(403, 'You are logged in as another member.', 'wrong_member')
}

function findViewer(query: Readonly<Record<string, unknown>>, session: Session | undefined): Member | null {
  const member = session?.member ?? null
  const named = query['current_user']
  return typeof named === 'string' && foldName(named) !== member?.nameKey ? null : member
}
