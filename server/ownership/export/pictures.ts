import type { Db } from '#server/db/open.ts'

/** The member's picture in one uploaded size. */
interface ExportedPicture {
  readonly path: string
  readonly bytes: (db: Db) => AsyncGenerator<Buffer>
}

export async function listExportedPictures(db: Db, memberId: number): Promise<readonly ExportedPicture[]> {
  const rows = await db
    .selectFrom('pictures')
    .select(['hash', 'size', 'type'])
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ hash, size, type }) => ({
    path: `pictures/${size}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`,
    async *bytes(database) {
      const row = await database
        .selectFrom('pictures')
        .select('bytes')
        .where('hash', '=', hash)
        .where('size', '=', size)
        .executeTakeFirst()
      if (row !== undefined) yield row.bytes
    },
  }))
}
