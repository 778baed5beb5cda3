import { sql } from 'kysely'
import type { PictureSize } from '#contract/accounts/pictures.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { UPLOADED } from '#server/db/pictures.ts'
import type { PictureSet } from './upload.ts'

/** Stores a member's picture and deletes the previous one. */
export async function updatePicture(tx: Tx, memberId: number, { hash, files }: PictureSet): Promise<void> {
  // Update the member first: a concurrent upload waits here, and the last picture stays complete.
  await tx
    .updateTable('members')
    .set({ picture_url: `${UPLOADED}${hash}` })
    .where('id', '=', memberId)
    .execute()
  await tx.deleteFrom('pictures').where('member_id', '=', memberId).execute()
  const rows = [...files].map(([size, bytes]) => ({ hash, size, member_id: memberId, type: 'image/webp', bytes }))
  await tx.insertInto('pictures').values(rows).execute()
}

/** Deletes a member's picture; the generated one is shown again. */
export async function deletePicture(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('members').set({ picture_url: null }).where('id', '=', memberId).execute()
  await tx.deleteFrom('pictures').where('member_id', '=', memberId).execute()
}

/** Returns pictures in one size by their hashes, with their paths, up to `maxBytes` in total. */
export async function listPictures(db: Db, hashes: readonly string[], size: PictureSize, maxBytes: number) {
  const { rows } = await sql<{ hash: string; type: string; bytes: Buffer }>`
    select hash, type, bytes from (
      select hash, type, bytes, sum(length(bytes)) over (order by hash) as total from pictures
      where hash = any(${hashes}::text[]) and size = ${size}) as sized
    where total <= ${maxBytes}`.execute(db)
  return rows.map(({ hash, ...picture }) => ({ ...picture, path: `${UPLOADED}${hash}/${size}` }))
}

export async function findPicture(
  db: Db,
  hash: string,
  size: PictureSize,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  return db
    .selectFrom('pictures')
    .select(['type', 'bytes'])
    .where('hash', '=', hash)
    .where('size', '=', size)
    .executeTakeFirst()
}
