import type { Endpoint, QuerySchema } from '#contract/endpoint.ts'
import * as contract from '#contract/moderation/measures.ts'
import type { Done } from '#contract/wire.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import {
  endMemberSessions,
  insertNote,
  reinstateMember,
  setContentHidden,
  suspendMember,
  takeDownContent,
  takeDownPicture,
  updateAdmin,
  warnMember,
} from './measures.ts'

const toActor = ({ member, now }: { readonly member: Member; readonly now: Date }) => ({ adminId: member.id, now })
/** Members that have blocked the admin are visible here. */
const getSubject = (tx: Tx, name: string) => getMember(tx, name, null)

/** Registers a measure, which is also a line in the security log. */
export function registerMeasure<E extends Endpoint<QuerySchema, typeof Done>>(
  api: Api,
  endpoint: E,
  run: (input: Input<E>) => Promise<unknown>,
): void {
  route<Endpoint<QuerySchema, typeof Done>>(api, endpoint, async (input) => {
    await run(input as Input<E>) // parsed by the endpoint's own schema
    input.logSecurity('admin_act', { member: input.member.id, act: endpoint.path.replace('/api/admin/', '') })
  })
}

export function measureRoutes(api: Api): void {
  contentRoutes(api)
  memberRoutes(api)
}

function contentRoutes(api: Api): void {
  const kinds = [
    ['broadcast', contract.hideBroadcast, contract.takeDownBroadcast],
    ['reply', contract.hideReply, contract.takeDownReply],
  ] as const
  for (const [kind, hide, takeDown] of kinds) {
    registerMeasure(api, hide, async (input) => {
      const { id, reason, report, is_hidden } = input.query
      await setContentHidden(input.tx, toActor(input), kind, { id, reason, report, isHidden: is_hidden === 'true' })
    })

    registerMeasure(api, takeDown, async (input) => {
      await takeDownContent(input.tx, toActor(input), kind, input.query)
    })
  }

  registerMeasure(api, contract.takeDownPicture, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await takeDownPicture(input.tx, toActor(input), subject, input.query)
  })
}

function memberRoutes(api: Api): void {
  registerMeasure(api, contract.warnMember, async (input) => {
    await warnMember(input.tx, toActor(input), await getSubject(input.tx, input.query.member), input.query)
  })

  registerMeasure(api, contract.suspendMember, async (input) => {
    const { reason, report, until } = input.query
    const end = until === undefined ? undefined : new Date(until)
    const subject = await getSubject(input.tx, input.query.member)
    await suspendMember(input.tx, toActor(input), subject, { reason, report, until: end })
  })

  registerMeasure(api, contract.reinstateMember, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await reinstateMember(input.tx, toActor(input), subject, input.query.reason)
  })

  registerMeasure(api, contract.endMemberSessions, async (input) => {
    await endMemberSessions(input.tx, toActor(input), await getSubject(input.tx, input.query.member))
  })

  registerMeasure(api, contract.addNote, async (input) => {
    await insertNote(input.tx, toActor(input), await getSubject(input.tx, input.query.member), input.query.text)
  })

  registerMeasure(api, contract.setAdmin, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await updateAdmin(input.tx, toActor(input), subject, input.query.is_admin === 'true')
  })
}
