import { block, getBlocks, mute, unblock, unmute } from '#contract/accounts/blocks.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import { getMemberOrNameless } from '../store.ts'
import { deleteBlock, deleteMute, insertBlock, insertMute, listBlocks } from './store.ts'

/** Registers the routes for blocking and muting members. */
export function blockRoutes(api: Api): void {
  route(api, getBlocks, async ({ member, db }) => ({ blocks: await listBlocks(db, member.id) }))

  route(api, block, async ({ tx, query, member, now, delayReads }) => {
    const otherId = await getOther(tx, member, query.other, 'block')
    await insertBlock(tx, member.id, otherId, now)
    for (const id of [member.id, otherId]) delayReads(id)
  })

  route(api, unblock, async ({ tx, query, member }) =>
    deleteBlock(tx, member.id, await getOther(tx, member, query.other, 'unblock')),
  )

  route(api, mute, async ({ tx, query, member, now }) =>
    insertMute(tx, member.id, await getOther(tx, member, query.other, 'mute'), now),
  )

  route(api, unmute, async ({ tx, query, member }) =>
    deleteMute(tx, member.id, await getOther(tx, member, query.other, 'unmute')),
  )
}

/**
 * Returns the id of the member to block or mute, including members hidden from the caller: blocking
 * back and unblocking must work. Throws a Refusal for the caller and for System.
 */
async function getOther(tx: Tx, member: Member, name: string, verb: string): Promise<number> {
  const other = await getMemberOrNameless(tx, name, null)
  if (other.id === member.id) throw new Refusal(400, `You cannot ${verb} yourself.`)
  if (other.is_system) throw new Refusal(400, `System cannot be ${verb === 'mute' ? 'muted' : `${verb}ed`}.`)
  return other.id
}
