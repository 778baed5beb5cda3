import type { PictureSize } from '#contract/pictures.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { UPLOADED } from '#server/db/pictures.ts'
import type { PictureSet } from './upload.ts'

/** Sets a member's picture and forgets the one before. */
export async function updatePicture(tx: Tx, memberId: number, { hash, files }: PictureSet): Promise<void> {
  // The member first: of two uploads at once one waits here, and the last one stays whole.
  await tx
    .updateTable('members')
    .set({ picture_url: `${UPLOADED}${hash}` })
    .where('id', '=', memberId)
    .execute()
  await tx.deleteFrom('pictures').where('member_id', '=', memberId).execute()
  const rows = [...files].map(([size, { type, bytes }]) => ({ hash, size, member_id: memberId, type, bytes }))
  await tx.insertInto('pictures').values(rows).execute()
}

/** Takes a member's picture away: the drawn one shows again. */
export async function deletePicture(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('members').set({ picture_url: null }).where('id', '=', memberId).execute()
  await tx.deleteFrom('pictures').where('member_id', '=', memberId).execute()
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
