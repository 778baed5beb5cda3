import { BACKGROUND_HEADER } from '#contract/background.ts'
import type { Endpoint, ParsedQuery } from '#contract/endpoint.ts'
import { foldName } from '#server/db/fold-name.ts'
import { addressIn } from './address.ts'
import type { Api, RequestContext } from './api.ts'
import { isCountedEarly, listLimits, type Subjects, takeLimits, takeProcessTokens } from './limits.ts'
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
}

/**
 * Checks a request to `endpoint`, takes the tokens of its rate limits, and updates the data that it
 * declares in `reads`. Address limits counted in memory are first: a request beyond them does not
 * reach the database. Throws a Refusal.
 */
export async function admitRequest<E extends Endpoint>(api: Api, endpoint: E, c: RequestContext): Promise<Checked<E>> {
  if (api.watch.isAway()) throw createOutageRefusal()
  const limits = listLimits(endpoint)
  const early = limits.filter(isCountedEarly)
  takeProcessTokens(api, early, { address: addressIn(api, c) }, api.now())
  const checked = await checkRequest(api, endpoint, c)
  const late = limits.filter((name) => !early.includes(name))
  await takeLimits(api, late, toSubjects(checked), checked.now)
  await refreshReads(api, endpoint, checked)
  return checked
}

async function refreshReads(
  api: Pick<Api, 'hooks'>,
  { reads }: Endpoint,
  { session }: Pick<Checked<Endpoint>, 'session'>,
): Promise<void> {
  if (reads === undefined || session === undefined) return
  for (const refresh of api.hooks.beforeRead[reads]) await refresh(session.member.id)
}

const toSubjects = ({ session, address }: Checked<Endpoint>): Subjects => ({ address, member: session?.member.id })

async function checkRequest<E extends Endpoint>(api: Api, endpoint: E, c: RequestContext): Promise<Checked<E>> {
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

const needsSession = (endpoint: Endpoint) => endpoint.access !== 'anyone' || endpoint.actor !== undefined

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

async function readSession(api: Api, c: RequestContext, now: Date): Promise<Session | undefined> {
  const token = api.cookie.read(c.req.header('Cookie'))
  if (token === undefined) return undefined
  const isVisit = c.req.method !== 'GET' || c.req.header(BACKGROUND_HEADER) === undefined
  const session = await findSession(api.db, token, now, isVisit)
  if (session?.isRenewed === true) c.header('Set-Cookie', api.cookie.keep(token))
  return session
}

/**
 * Throws a Refusal 403 unless the actor is the session's member: a page of one member must not
 * write after another member logged in to the same browser.
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
