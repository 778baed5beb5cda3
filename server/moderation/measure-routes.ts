import type { Endpoint, ParsedQuery, QuerySchema } from '#contract/endpoint.ts'
import * as contract from '#contract/moderation/measures.ts'
import type { Done } from '#contract/wire.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Actor } from '#server/audit/index.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { setContentHidden, takeDownContent } from './content-measures.ts'
import {
  endMemberSessions,
  insertNote,
  reinstateMember,
  type Subject,
  suspendMember,
  takeDownPicture,
  updateAdmin,
  warnMember,
} from './measures.ts'

/** Registers a measure, which is also a line in the security log. */
export function registerMeasure<E extends Endpoint<QuerySchema, typeof Done>>(
  api: Api,
  endpoint: E,
  run: (tx: Tx, actor: Actor, query: ParsedQuery<E>) => Promise<unknown>,
): void {
  route<Endpoint<QuerySchema, typeof Done>>(api, endpoint, async ({ tx, member, now, query, logSecurity }) => {
    // Parsed by the endpoint's own schema.
    await run(tx, { adminId: member.id, now }, query)
    logSecurity('admin_act', { member: member.id, act: endpoint.path.replace('/api/admin/', '') })
  })
}

type MemberQuery = { readonly member: string }

/** Registers a measure about a member. Members that have blocked the admin are visible here. */
const registerMemberMeasure = <E extends Endpoint<QuerySchema, typeof Done>>(
  api: Api,
  endpoint: ParsedQuery<E> extends MemberQuery ? E : never,
  run: (tx: Tx, actor: Actor, subject: Subject, query: ParsedQuery<E>) => Promise<unknown>,
): void =>
  registerMeasure<E>(api, endpoint, async (tx, actor, query) =>
    run(tx, actor, await getMember(tx, (query as MemberQuery).member, null), query),
  )

export function measureRoutes(api: Api): void {
  const kinds = [
    ['broadcast', contract.hideBroadcast, contract.takeDownBroadcast],
    ['reply', contract.hideReply, contract.takeDownReply],
  ] as const
  for (const [kind, hide, takeDown] of kinds) {
    registerMeasure(api, hide, (tx, actor, { is_hidden, ...query }) =>
      setContentHidden(tx, actor, kind, { ...query, isHidden: is_hidden === 'true' }),
    )
    registerMeasure(api, takeDown, (tx, actor, query) => takeDownContent(tx, actor, kind, query))
  }
  registerMemberMeasure(api, contract.takeDownPicture, takeDownPicture)
  registerMemberMeasure(api, contract.warnMember, warnMember)
  registerMemberMeasure(api, contract.suspendMember, (tx, actor, subject, { until, ...measure }) =>
    suspendMember(tx, actor, subject, { ...measure, until: until === undefined ? undefined : new Date(until) }),
  )
  registerMemberMeasure(api, contract.reinstateMember, (tx, actor, subject, { reason }) =>
    reinstateMember(tx, actor, subject, reason),
  )
  registerMemberMeasure(api, contract.endMemberSessions, endMemberSessions)
  registerMemberMeasure(api, contract.addNote, (tx, actor, subject, { text }) => insertNote(tx, actor, subject, text))
  registerMemberMeasure(api, contract.setAdmin, (tx, actor, subject, { is_admin }) =>
    updateAdmin(tx, actor, subject, is_admin === 'true'),
  )
}
