import { type RawBuilder, sql } from 'kysely'
import { insertBroadcast, toBroadcastBody } from '#server/broadcasts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { type AlbumListen, insertDetailedListens } from '#server/listening/index.ts'
import { captions } from './catalogue/captions.ts'
import { fillIn } from './plan-broadcasts.ts'
import { createRandom } from './random.ts'
import { getTrackId, toListen } from './replay.ts'
import type { Life } from './round.ts'
import { createDraw } from './taste.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './times.ts'

/**
 * Adds new content to the feed and the month's charts. Time is divided into slots, with content
 * determined by the seed. The newest record shows what has happened: after a pause the missed slots
 * are added.
 */
const BROADCAST_SLOT_MS = 30 * MINUTE_MS
const BROADCAST_CHANCE = 0.25
const FEED_MS = 14 * DAY_MS
const LISTENS_CHANCE = 0.2
const PLAYS_IN_A_ROW_MAX = 20
const TRACK_MS = 210 * SECOND_MS
const CHART_MS = 30 * DAY_MS

/** Broadcasts tracks as demo members, about twelve a day. */
export async function broadcastTracks(life: Life): Promise<void> {
  const { db, now, seed } = life
  const newest = await findNewest(
    db,
    sql`select max(created_at) as at from broadcasts
      where type = 'Track' and author_id in (select member_id from demo_members)`,
  )
  for (const slot of slotsBetween(newest, now, BROADCAST_SLOT_MS, FEED_MS)) {
    const random = createRandom(seed, `broadcast slot ${slot}`)
    const at = new Date(slot * BROADCAST_SLOT_MS + random.int(BROADCAST_SLOT_MS))
    if (!random.isLucky(BROADCAST_CHANCE) || at <= newest || at > now) continue
    const { id: authorId, number } = random.pick(life.members)
    const track = createDraw(life.getTaste(number), random)()
    const title = random.isLucky(0.2) ? 'Broadcasting {track}' : random.pick(captions)
    const trackId = getTrackId(life.trackIds, track.index)
    await inTransaction(db, (tx) =>
      insertBroadcast(tx, {
        authorId,
        title: fillIn(title, track),
        body: toBroadcastBody(track),
        trackId,
        mayNotify: () => Promise.resolve(true),
        createdAt: at,
      }),
    )
  }
}

/** Adds listens by demo members, about fifty tracks a day, with what plays now, and updates when they were last seen. */
export async function playTracks(life: Life): Promise<void> {
  const { db, now } = life
  const newest = await findNewest(
    db,
    sql`select max(listened_at) as at from listens where member_id in (select member_id from demo_members)`,
  )
  const slots = slotsBetween(newest, now, HOUR_MS, CHART_MS)
  for (const { id, number } of life.members) {
    const listens = slots
      .flatMap((slot) => createPlaysInARow(life, number, slot))
      .filter(({ listenedAt }) => listenedAt > newest && listenedAt <= now)
    const latest = listens.at(-1)?.listenedAt
    if (latest === undefined) continue
    await inTransaction(db, async (tx) => {
      await insertDetailedListens(tx, id, listens)
      await sql`update members set active_at = greatest(active_at, ${latest}) where id = ${id}`.execute(tx)
      await showPlaying(tx, id, new Date(latest))
    })
  }
}

/** Shows the latest listen as what plays until the next one starts, unless that has passed. */
async function showPlaying(tx: Tx, memberId: number, startedAt: Date): Promise<void> {
  await sql`insert into now_playing (member_id, artist, artist_key, title, started_at, ends_at)
    select member_id, artists.name, artists.name_key, tracks.title, listened_at,
      listened_at + ${TRACK_MS} * interval '1 millisecond'
    from listens join tracks on tracks.id = track_id join artists on artists.id = artist_id
    where member_id = ${memberId} and listened_at = ${startedAt}
    on conflict (member_id) do update set artist = excluded.artist, artist_key = excluded.artist_key,
      title = excluded.title, started_at = excluded.started_at, ends_at = excluded.ends_at`.execute(tx)
}

function createPlaysInARow(life: Life, number: number, slot: number): readonly AlbumListen[] {
  const random = createRandom(life.seed, `listens ${number} ${slot}`)
  if (!random.isLucky(LISTENS_CHANCE)) return []
  const draw = createDraw(life.getTaste(number), random)
  const startsAt = slot * HOUR_MS + random.int(HOUR_MS / 2)
  return Array.from({ length: 1 + random.int(PLAYS_IN_A_ROW_MAX) }, (_, place) =>
    toListen(life.trackIds, draw(), new Date(startsAt + place * TRACK_MS)),
  )
}

function slotsBetween(since: Date, until: Date, slotMs: number, maxMs: number): readonly number[] {
  const first = Math.floor(Math.max(since.getTime(), until.getTime() - maxMs) / slotMs)
  const last = Math.floor(until.getTime() / slotMs)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
}

async function findNewest(db: Life['db'], query: RawBuilder<unknown>): Promise<Date> {
  // Both callers name the column `at`.
  const { rows } = await (query as RawBuilder<{ at: Date | null }>).execute(db)
  return rows[0]?.at ?? new Date(0)
}
