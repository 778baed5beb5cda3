import type { Endpoint, ParsedQuery } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { LogFields } from '#server/telemetry/log.ts'
import type { Api, RequestContext } from './api.ts'
import { createRequestBody, type RequestBody } from './body.ts'
import { describeDevice } from './device.ts'
import { setEtag, toEtag } from './etag.ts'
import { type Checked, createNoSessionRefusal } from './request.ts'
import { logSecurity, type SecurityEvent } from './security-log.ts'
import { deleteSession, deleteSessions, insertSession, type Member, readCookie } from './session.ts'

export interface Input<E extends Endpoint, P = undefined> {
  /** The query, parsed by the endpoint's schema. */
  readonly query: ParsedQuery<E>
  /**
   * The member that the response is for: the session's; null for visitors and if `current_user`
   * names another member.
   */
  readonly viewer: Member | null
  /**
   * The session's member, regardless of `current_user`; null without a session. The response's
   * field `viewer`.
   */
  readonly sessionMember: Member | null
  /** The session's member. Reading it without a session throws a Refusal 401. */
  readonly member: Member
  /** The client address as rate limits count it. */
  readonly address: string
  /** The client's browser and system, from `describeDevice`. */
  readonly device: string
  /** The session secret's hash, which identifies the session among the member's others. */
  readonly sessionHash: Buffer | undefined
  /** Writes a security event to the log, with the request's id. */
  readonly logSecurity: (event: SecurityEvent, fields?: LogFields) => void
  readonly now: Date
  readonly config: Config
  /** The database or its standby (standby-reads.ts); on a POST, the transaction. */
  readonly db: Db
  /**
   * A POST's transaction: for the effect, the client_id and the stored response. Retried if it
   * loses against another one. Reading it on a GET throws a TypeError.
   */
  readonly tx: Tx
  /**
   * Makes reads of a member wait until the standby has this write, in all sessions of the member:
   * for a write that hides something from that member.
   */
  readonly delayReads: (memberId: number) => void
  /** The body of an upload: read it in `prepare`, before the transaction. */
  readonly body: RequestBody
  /** The result from the option `prepare`. */
  readonly prepared: P
  /** Starts and ends sessions within the transaction. */
  readonly session: SessionControl
  /** Returns a cookie in the request other than the session's. */
  readonly readCookie: (name: string) => string | undefined
  readonly addCookie: (header: string) => void
  /**
   * Sets a GET response's ETag by a data version that is known before the data is read. If the
   * request has this version, ends it with 304. The tag includes the viewer, so that a response to
   * another viewer never counts as unchanged. Otherwise the response's hash is its ETag.
   */
  readonly tag: (version: string | number) => void
}

interface SessionControl {
  /** Starts a session; the response sets the cookie. */
  start(memberId: number): Promise<void>
  /** Ends this session if there is one. */
  end(): Promise<void>
  /** Ends all of a member's sessions and starts a new one here, with a new secret. */
  restart(memberId: number): Promise<void>
}

/** Thrown by `tag` if the client has the current version. */
export class NotModified extends Error {}

interface Parts<E extends Endpoint, P> {
  readonly api: Api
  readonly checked: Checked<E>
  readonly c: RequestContext
  /** The primary or, on a GET, its standby; on a POST, the transaction. */
  readonly db: Db
  /** Undefined outside a transaction. */
  readonly tx: Tx | undefined
  /** The members with reads that wait for the write; nothing on a GET. */
  readonly readers?: Set<number>
  readonly prepared: P
}

export function toInput<E extends Endpoint, P>(parts: Parts<E, P>): Input<E, P> {
  const { api, checked, c, db, tx, readers, prepared } = parts
  const { query, viewer, session, now } = checked
  const { config } = api
  return {
    query,
    viewer,
    now,
    config,
    prepared,
    body: createRequestBody(api, c),
    sessionMember: session?.member ?? null,
    address: checked.address,
    get device() {
      return describeDevice(c.req.header('User-Agent'))
    },
    sessionHash: session?.tokenHash,
    logSecurity: (event, fields) => logSecurity(api.log, event, { ...fields, id: c.get('requestId') }),
    get member() {
      if (session === undefined) throw createNoSessionRefusal()
      return session.member
    },
    db,
    get tx() {
      if (tx === undefined) throw new TypeError('There is no transaction here.')
      return tx
    },
    delayReads: (memberId) => void readers?.add(memberId),
    session: sessionControl(api, checked, c, db),
    readCookie: (name) => readCookie(c.req.header('Cookie'), name),
    addCookie: (header) => c.header('Set-Cookie', header, { append: true }),
    tag: (version) => tag(c, toEtag(viewer?.id, version)),
  }
}

function tag(c: RequestContext, etag: string): void {
  c.set('isTagged', true)
  if (setEtag(c, etag)) throw new NotModified()
}

function sessionControl(
  { cookie }: Api,
  { session, now }: Pick<Checked<Endpoint>, 'session' | 'now'>,
  c: RequestContext,
  db: Db,
): SessionControl {
  const start = async (memberId: number) => {
    const device = describeDevice(c.req.header('User-Agent'))
    c.header('Set-Cookie', cookie.keep(await insertSession(db, memberId, now, device)))
  }
  return {
    start,
    async end() {
      if (session !== undefined) await deleteSession(db, session.tokenHash)
      c.header('Set-Cookie', cookie.forget)
    },
    async restart(memberId) {
      await deleteSessions(db, memberId)
      await start(memberId)
    },
  }
}
