import { sql } from 'kysely'
import type { Actor } from '#server/audit/index.ts'
import { deleteBroadcast, deleteReplyById } from '#server/broadcasts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { dismissReport, insertWarning, type Measure, record } from './measures.ts'

interface Content {
  readonly authorId: number
  readonly text: string
  readonly isHidden: boolean
}

/** What admins can hide and delete, and how. */
const contents = {
  broadcast: {
    table: 'broadcasts',
    text: sql`concat_ws(': ', title, nullif(body, ''))`,
    remove: (tx: Tx, id: number, authorId: number, now: Date): Promise<unknown> =>
      deleteBroadcast(tx, id, authorId, now),
  },
  reply: {
    table: 'replies',
    text: sql`body`,
    remove: (tx: Tx, id: number): Promise<unknown> => deleteReplyById(tx, id),
  },
} as const

type ContentKind = keyof typeof contents

async function findContentForUpdate(tx: Tx, kind: ContentKind, id: number): Promise<Content | undefined> {
  const { table, text } = contents[kind]
  const { rows } = await sql<Content>`select author_id as "authorId", ${text} as text,
    hidden_at is not null as "isHidden" from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Hides content from all but its author, or shows it again. Throws a Refusal 404. */
export async function setContentHidden(
  tx: Tx,
  actor: Actor,
  kind: ContentKind,
  { id, isHidden, reason, report }: Measure & { readonly id: number; readonly isHidden: boolean },
): Promise<void> {
  const content = await findContentForUpdate(tx, kind, id)
  if (content === undefined) throw new Refusal(404, `This ${kind} no longer exists.`)
  const { authorId: subjectId, text: about } = content
  if (content.isHidden === isHidden && report === undefined) return
  const hidden_at = isHidden ? actor.now : null
  await tx.updateTable(contents[kind].table).set({ hidden_at }).where('id', '=', id).execute()
  if (isHidden && !content.isHidden && reason !== undefined) {
    await insertWarning(tx, actor, { kind: `${kind}_hidden`, subjectId, reason, about })
  }
  const action = isHidden ? (`${kind}_hidden` as const) : (`${kind}_shown` as const)
  await record(tx, actor, { action, subjectId, reason, reportId: report, detail: `#${id}` })
}

/** Deletes any member's content. A repeat has no effect. */
export async function takeDownContent(
  tx: Tx,
  actor: Actor,
  kind: ContentKind,
  { id, reason, report }: Measure & { readonly id: number },
): Promise<void> {
  const content = await findContentForUpdate(tx, kind, id)
  if (content === undefined) {
    if (report !== undefined) await dismissReport(tx, actor, report, reason)
    return
  }
  const { authorId: subjectId, text: about } = content
  await contents[kind].remove(tx, id, subjectId, actor.now)
  if (reason !== undefined) await insertWarning(tx, actor, { kind: `${kind}_deleted`, subjectId, reason, about })
  await record(tx, actor, { action: `${kind}_deleted`, subjectId, reason, reportId: report, detail: `#${id}` })
}
