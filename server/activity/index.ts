import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Posts as System that a member joined. */
export async function memberJoined(tx: Tx, member: Named, now: Date): Promise<void> {
  await post(tx, `${member.name} joined Flipside.`, [member.id, null], now)
}

/** Posts as System that a swap began: its first track is there. */
export async function swapBegan(tx: Tx, initiator: Named, matched: Named, now: Date): Promise<void> {
  const title = `${initiator.name} started a Track Swap with ${matched.name}.`
  await post(tx, title, [initiator.id, matched.id], now)
}

/** Posts as System that both have rated. Each `swag` is what that member received. */
export async function swapCompleted(
  tx: Tx,
  initiator: Named & { readonly swag: number },
  matched: Named & { readonly swag: number },
  now: Date,
): Promise<void> {
  const title = `${initiator.name} and ${matched.name} completed a Track Swap: +${initiator.swag} swag for ${initiator.name}, +${matched.swag} for ${matched.name}.`
  await post(tx, title, [initiator.id, matched.id], now)
}

async function post(tx: Tx, title: string, about: readonly [number, number | null], now: Date): Promise<void> {
  const [memberId, otherId] = about
  await sql`
    insert into broadcasts (author_id, type, title, about_member_id, about_other_id, created_at)
    select id, 'Activity', ${title}::text, ${memberId}::bigint, ${otherId}::bigint, ${now}::timestamptz from members where name_key = 'system' and is_system`.execute(
    tx,
  )
}
