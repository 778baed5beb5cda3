import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { backUp } from '#server/backup/backup.ts'
import { restore } from '#server/backup/restore.ts'
import type { SocketAddress } from '#server/db/embedded/embedded.ts'
import type { Db } from '#server/db/open.ts'
import { openSingleConnection, type SingleConnection } from '#server/db/single-connection.ts'

/** Creates a folder for one test's archives. */
export function aBackupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs `work` with a connection, as the commands do. */
export async function withConnection<T>(
  address: SocketAddress | string,
  work: (connection: SingleConnection) => Promise<T>,
): Promise<T> {
  const connection = await openSingleConnection(address, 'flipside copy')
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** Writes a database archive. Returns its path. */
export async function takeBackup(address: SocketAddress | string, path = join(aBackupFolder(), 'b.zip')) {
  const options = { path, app: '1.2.3', commit: '968d0cba', now: new Date('2026-11-21T12:00:00Z') }
  return { path, ...(await withConnection(address, (connection) => backUp(connection, options))) }
}

/** Restores an archive into an empty database. */
export async function restoreInto(address: SocketAddress | string, path: string) {
  const archive = await openArchive(path)
  return withConnection(address, (connection) => restore(connection, archive)).finally(() => archive.close())
}

/** Queries for rows that contradict others; in a consistent database each returns none. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'likes of broadcasts': `select id from broadcasts
    where likes <> (select count(*) from likes where broadcast_id = broadcasts.id)`,
  'unread messages of conversations': `select member_id, other_id from conversations where unread <> (
    select count(*) from messages where recipient_id = member_id and sender_id = other_id and read_at is null)`,
  'plays by day': `(select member_id, track_id, (listened_at at time zone 'UTC')::date as day, count(*) as plays
      from listens group by 1, 2, 3 except all select member_id, track_id, day, plays from plays_daily)
    union all (select member_id, track_id, day, plays from plays_daily except all
      select member_id, track_id, (listened_at at time zone 'UTC')::date, count(*) from listens group by 1, 2, 3)`,
  'plays by track': `select from track_plays full join (select member_id, track_id, count(*) as plays from listens group by 1, 2) as l
    using (member_id, track_id) where track_plays.plays is distinct from l.plays`,
  'plays by artist': `select from artist_plays full join (select member_id, artist_id, sum(plays) as plays from track_plays group by 1, 2) as t
    using (member_id, artist_id) where artist_plays.plays is distinct from t.plays`,
  'listens by source': `select from listen_sources full join (select member_id, source, count(*) as listens from listens group by 1, 2) as l
    using (member_id, source) where listen_sources.listens is distinct from l.listens`,
  'plays of artists with pending changes': `select from artists where plays
      + coalesce((select sum(plays_after - plays_before) from artist_plays_changes where artist_id = artists.id), 0)
    <> coalesce((select sum(plays) from artist_plays where artist_id = artists.id), 0)`,
  'listens without their track': 'select from listens where not exists (select from tracks where id = track_id)',
  'activity of likes without the like': `select from activity where kind = 'like' and not exists (
    select from likes where likes.broadcast_id = activity.broadcast_id and likes.member_id = activity.actor_id)`,
}

/** Returns the names of contradictions in a database. */
export async function listContradictions(db: Db): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(CONTRADICTIONS)) {
    const { rows } = await sql.raw(query).execute(db)
    if (rows.length > 0) found.push(`${name} (${rows.length})`)
  }
  return found
}
