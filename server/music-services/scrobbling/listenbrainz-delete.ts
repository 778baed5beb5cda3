import { sql } from 'kysely'
import type { Api, RequestContext } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findMainTrack } from '#server/listening/catalogue/catalogue.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { removeListen } from '#server/listening/listens/change-listens.ts'
import { type ListenKey, selectListenMicros } from '#server/listening/listens/listen-id.ts'
import { isUuid } from '#server/listening/listens/scrobble.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { readSmallBody } from './listenbrainz-request.ts'
import { readMsid } from './recording-msid.ts'
import type { Bearer } from './tokens.ts'

/** The last second in the year 9999. */
const LATEST = 253_402_300_799

/**
 * Deletes the listen with a start time and a recording, as `POST /1/delete-listen` names it. A
 * listen that does not exist is no error, as at ListenBrainz.
 */
export async function deleteOneListen({ memberId }: Bearer, api: Api, c: RequestContext): Promise<object> {
  const { listened_at: listenedAt, recording_msid: msid } = await readSmallBody(api, c)
  if (listenedAt === undefined) throw new Refusal(400, 'Listen timestamp missing.')
  if (msid === undefined) throw new Refusal(400, 'Recording MSID missing.')
  const seconds = typeof listenedAt === 'string' && listenedAt !== '' ? Number(listenedAt) : listenedAt
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 0 || seconds > LATEST) {
    throw new Refusal(400, `${describe(listenedAt)}: Listen timestamp invalid.`)
  }
  if (!isUuid(msid)) throw new Refusal(400, `${describe(msid)}: Recording MSID format invalid.`)
  await aggregateBeforeRead(api, memberId)
  await inTransaction(api.db, async (tx) => {
    await lockListens(tx, memberId)
    const sentId = readMsid(msid)
    const trackId = sentId && (await findMainTrack(tx, sentId))
    const range = { from: new Date(seconds * 1000), until: new Date((seconds + 1) * 1000) }
    const { rows } = await sql<ListenKey & { isPending: boolean }>`
      select track_id as "trackId", ${selectListenMicros} as micros, false as "isPending" from listens
      where member_id = ${memberId} and listened_at >= ${range.from} and listened_at < ${range.until}
      union all select 0, 0, true from scrobble_inbox
      where member_id = ${memberId} and listened_at >= ${range.from}
        and listened_at < ${range.until} and error is null`.execute(tx)
    const found = rows.find((row) => !row.isPending && row.trackId === trackId)
    if (found !== undefined) await removeListen(tx, memberId, found)
    else if (rows.some((row) => row.isPending)) {
      throw new Refusal(503, 'Your listens are being imported. Try again later.', 'busy', {
        retryAfterSeconds: 5,
      })
    }
  })
  return { status: 'ok' }
}

/** Returns the beginning of a value, for an error. */
const describe = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 50)
