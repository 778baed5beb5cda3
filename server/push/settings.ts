import { sql } from 'kysely'
import type { ParsedQuery, ResponseOf } from '#contract/endpoint.ts'
import { notificationKinds } from '#contract/notifications/kinds.ts'
import type { editNotificationSettings, getNotificationSettings } from '#contract/notifications/settings.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isTimeZone } from '#server/http/time-zone.ts'

type Settings = ResponseOf<typeof getNotificationSettings>
type Change = ParsedQuery<typeof editNotificationSettings>

export async function getSettings(db: Db, memberId: number): Promise<Pick<Settings, 'kinds' | 'quiet_hours'>> {
  const row = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const { quiet_from: from = null, quiet_to: to = null, time_zone = null } = row ?? {}
  return {
    kinds: notificationKinds.map((kind) => ({ kind, is_on: row?.off.includes(kind) !== true })),
    quiet_hours: from === null || to === null || time_zone === null ? null : { from, to, time_zone },
  }
}

/** Updates the settings that a change names. Throws a Refusal 400 for incomplete quiet hours. */
export async function updateSettings(tx: Tx, memberId: number, change: Change): Promise<void> {
  await sql`insert into notification_settings (member_id) values (${memberId}) on conflict do nothing`.execute(tx)
  const isNamed = (value: string) => notificationKinds.filter((kind) => change[kind] === value)
  const [on, off] = [isNamed('true'), isNamed('false')]
  await sql`update notification_settings set off = array(
      select kind from unnest(off || ${off}::text[]) as kind where kind <> all(${on}::text[])
      group by kind order by kind)
    where member_id = ${memberId}`.execute(tx)
  if (change.quiet_hours === undefined) return
  const quiet = change.quiet_hours === 'true' ? checkQuietHours(change) : { from: null, to: null, timeZone: null }
  await tx
    .updateTable('notification_settings')
    .set({ quiet_from: quiet.from, quiet_to: quiet.to, time_zone: quiet.timeZone })
    .where('member_id', '=', memberId)
    .execute()
}

function checkQuietHours({ quiet_from: from, quiet_to: to, time_zone: timeZone }: Change) {
  if (from === undefined || to === undefined || timeZone === undefined)
    throw new Refusal(400, 'Quiet hours need a start, an end and a time zone.')
  if (from === to) throw new Refusal(400, 'Quiet hours must start and end at different times.')
  if (!isTimeZone(timeZone)) throw new Refusal(400, 'This time zone is unknown.')
  return { from, to, timeZone }
}
