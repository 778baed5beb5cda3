import type { Endpoint, ParsedQuery } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Api, RequestContext } from './api.ts'
import { bodyOf, type RequestBody } from './body.ts'
import { describeDevice } from './device.ts'
import type { LogFields } from './log.ts'
import { type Checked, noSession } from './request.ts'
import { logSecurity, type SecurityEvent } from './security-log.ts'
import { deleteSession, deleteSessions, insertSession, type Member } from './session.ts'

/** What a handler is given. */
export interface Input<E extends Endpoint, P = undefined> {
  /** Parsed by the endpoint's schema. */
  readonly query: ParsedQuery<E>
  /** As whom to answer: the session's member; null for visitors and where `current_user` names somebody else. */
  readonly viewer: Member | null
  /** Whose session it is, whoever `current_user` names; null without one. What the answer's field `viewer` tells. */
  readonly sessionMember: Member | null
  /** The session's member. Reading it without a session throws a Refusal 401. */
  readonly member: Member
  /** Where the request comes from, as rate limits count it. */
  readonly address: string
  /** The hash of the session's secret: what tells this session from the member's others. */
  readonly sessionHash: Buffer | undefined
  /** Writes a line to the log about something that matters to security, with the request's id. */
  readonly logSecurity: (event: SecurityEvent, fields?: LogFields) => void
  /** The moment of the request. */
  readonly now: Date
  readonly config: Config
  /** On a POST it is the transaction. */
  readonly db: Db
  /**
   * The transaction of a POST: the effect, the client_id and its answer. Run again when it lost against another one.
   * Reading it on a GET is a TypeError.
   */
  readonly tx: Tx
  /** What an upload brings: to be read in `prepare`, before the transaction. */
  readonly body: RequestBody
  /** What the option `prepare` made. */
  readonly prepared: P
  /** Begins and ends sessions within the transaction; see `SessionControl`. */
  readonly session: SessionControl
  /**
   * Tags the answer of a GET by a version of its data; a request that holds this version ends here with 304. The viewer is
   * part of the tag, so that nobody takes another's answer for unchanged.
   */
  readonly tag: (version: string | number) => void
}

export interface SessionControl {
  /** Logs a member in: the answer brings the cookie. */
  start(memberId: number): Promise<void>
  /** Ends this session, if there is one. */
  end(): Promise<void>
  /** Ends all sessions of a member and begins a new one here, with a new secret. */
  restart(memberId: number): Promise<void>
}

/** Thrown by `tag`: the answer is the one that the client has. */
export class NotModified extends Error {}

interface Parts<E extends Endpoint, P> {
  readonly api: Api
  readonly checked: Checked<E>
  readonly c: RequestContext
  /** Undefined outside of one. */
  readonly tx: Tx | undefined
  readonly prepared: P
}

export function inputOf<E extends Endpoint, P>({ api, checked, c, tx, prepared }: Parts<E, P>): Input<E, P> {
  const { query, viewer, session, now } = checked
  const { config } = api
  return {
    query,
    viewer,
    now,
    config,
    prepared,
    body: bodyOf(api, c),
    sessionMember: session?.member ?? null,
    address: checked.address,
    sessionHash: session?.tokenHash,
    logSecurity: (event, fields) => logSecurity(api.log, event, { ...fields, id: c.get('requestId') }),
    get member() {
      if (session === undefined) throw noSession()
      return session.member
    },
    db: tx ?? api.db,
    get tx() {
      if (tx === undefined) throw new TypeError('There is no transaction here.')
      return tx
    },
    session: sessionControl(api, checked, c, tx ?? api.db),
    tag: (version) => tag(c, `"${viewer?.id ?? 0}-${version}"`),
  }
}

function tag(c: RequestContext, etag: string): void {
  c.header('ETag', etag)
  const held = (c.req.header('If-None-Match') ?? '').split(',').map((it) => it.trim().replace(/^W\//, ''))
  if (held.includes(etag)) throw new NotModified()
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
