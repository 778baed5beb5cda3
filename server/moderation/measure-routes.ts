import * as contract from '#contract/moderation/measures.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import {
  endMemberSessions,
  insertNote,
  reinstateMember,
  setHidden,
  suspendMember,
  takeDownBroadcast,
  takeDownPicture,
  updateAdmin,
  warnMember,
} from './measures.ts'

const done = { success: true }
const toActor = ({ member, now }: { readonly member: Member; readonly now: Date }) => ({ adminId: member.id, now })
/** Members that have blocked the admin are visible here. */
const getSubject = (tx: Tx, name: string) => getMember(tx, name, null)

/** Registers the admins' measures. */
export function measureRoutes(api: Api): void {
  contentRoutes(api)
  memberRoutes(api)
}

function contentRoutes(api: Api): void {
  route(api, contract.hideBroadcast, async (input) => {
    const { id, reason, report, is_hidden } = input.query
    await setHidden(input.tx, toActor(input), { id, reason, report, isHidden: is_hidden === 'true' })
    return done
  })

  route(api, contract.takeDownBroadcast, async (input) => {
    await takeDownBroadcast(input.tx, toActor(input), input.query)
    return done
  })

  route(api, contract.takeDownPicture, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await takeDownPicture(input.tx, toActor(input), subject, input.query)
    return done
  })
}

function memberRoutes(api: Api): void {
  route(api, contract.warnMember, async (input) => {
    await warnMember(input.tx, toActor(input), await getSubject(input.tx, input.query.member), input.query)
    return done
  })

  route(api, contract.suspendMember, async (input) => {
    const { reason, report, until } = input.query
    const end = until === undefined ? undefined : new Date(until)
    const subject = await getSubject(input.tx, input.query.member)
    await suspendMember(input.tx, toActor(input), subject, { reason, report, until: end })
    return done
  })

  route(api, contract.reinstateMember, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await reinstateMember(input.tx, toActor(input), subject, input.query.reason)
    return done
  })

  route(api, contract.endMemberSessions, async (input) => {
    await endMemberSessions(input.tx, toActor(input), await getSubject(input.tx, input.query.member))
    return done
  })

  route(api, contract.addNote, async (input) => {
    await insertNote(input.tx, toActor(input), await getSubject(input.tx, input.query.member), input.query.text)
    return done
  })

  route(api, contract.setAdmin, async (input) => {
    const subject = await getSubject(input.tx, input.query.member)
    await updateAdmin(input.tx, toActor(input), subject, input.query.is_admin === 'true')
    return done
  })
}
