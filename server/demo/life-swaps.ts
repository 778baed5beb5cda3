import { sql } from 'kysely'
import { canSee } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { listTopTracks } from '#server/listening/index.ts'
import { addTrack, declineSwap, insertSwap, rateTrack, shareResults } from '#server/swaps/index.ts'
import { ratingTexts, trackTexts } from './catalogue/captions.ts'
import { createRandom, type Random } from './random.ts'
import type { Life } from './round.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './times.ts'

const TRACKS_TO_CHOOSE_FROM = 30
const RATINGS = [2, 3, 3, 4, 4, 4, 5, 5]
/** How many first invites by a newcomer are never declined. */
const SURE_ANSWERS = 3
const DECLINES = 0.1
/** Older invites have expired or are about to. */
const OPEN_MS = 29 * DAY_MS

interface Waiting {
  id: number
  memberId: number
  isInitiator: boolean
  hasTrack: boolean
  sentAt: Date
  /** How many swaps the initiator had begun before. */
  earlier: number
}

/**
 * Answers newcomers' swaps as demo members, within seconds: sends a track and rates, or gives the
 * last rating. Occasionally declines.
 */
export async function answerSwaps(life: Life): Promise<void> {
  const { rows } = await sql<Waiting>`
    select song_swaps.id, member_id as "memberId", member_id = initiator_id as "isInitiator",
      matched_track_id is not null as "hasTrack", sent_at as "sentAt",
      (select count(*) from song_swaps as earlier
        where earlier.initiator_id = song_swaps.initiator_id and earlier.id < song_swaps.id) as earlier
    from song_swaps join demo_members on member_id in (initiator_id, matched_id)
    where completed_at is null and ended_at is null and initiator_track_id is not null
      and case when member_id = matched_id then initiator_id else matched_id end
        not in (select member_id from demo_members)
      and case when member_id = matched_id
        then matched_rating is null and sent_at > ${new Date(life.now.getTime() - OPEN_MS)}
        else matched_track_id is not null and matched_rating is not null end`.execute(life.db)
  for (const swap of rows) await answerSwap(life, swap)
}

async function answerSwap(life: Life, swap: Waiting): Promise<void> {
  const { db, now, seed } = life
  const { id, memberId } = swap
  const random = createRandom(seed, `swap ${id} ${swap.isInitiator}`)
  if (swap.sentAt.getTime() + (5 + random.int(10)) * SECOND_MS > now.getTime()) return
  const isNew = !swap.isInitiator && !swap.hasTrack
  await inTransaction(db, async (tx) => {
    if (isNew && swap.earlier >= SURE_ANSWERS && random.fork('declines').isLucky(DECLINES)) {
      return declineSwap(tx, id, memberId, now)
    }
    if (isNew) await addTrack(tx, id, memberId, await pickTrack(tx, memberId, random, now), now)
    const rating = random.pick(RATINGS)
    await rateTrack(tx, id, memberId, { rating, text: ratingTexts[rating] }, now)
  })
}

interface Wish {
  id: number
  memberId: number
  sharedAt: Date
}

/** Agrees as demo members, within seconds, to share the results that a newcomer wants to share. */
export async function agreeToShare({ db, now, seed }: Life): Promise<void> {
  const { rows } = await sql<Wish>`
    select song_swaps.id, member_id as "memberId", coalesce(initiator_shares_at, matched_shares_at) as "sharedAt"
    from song_swaps join demo_members on member_id in (initiator_id, matched_id)
    where case when member_id = matched_id
      then matched_shares_at is null and initiator_shares_at is not null
      else initiator_shares_at is null and matched_shares_at is not null end`.execute(db)
  for (const { id, memberId, sharedAt } of rows) {
    const random = createRandom(seed, `share ${id}`)
    if (sharedAt.getTime() + (5 + random.int(10)) * SECOND_MS > now.getTime()) continue
    await inTransaction(db, (tx) => shareResults(tx, id, memberId, now))
  }
}

async function pickTrack(tx: Tx, memberId: number, random: Random, now: Date) {
  const tracks = await listTopTracks(tx, memberId, { period: '12month', now }, TRACKS_TO_CHOOSE_FROM)
  return { trackId: random.pick(tracks).id, text: random.fork('text').pick(trackTexts) }
}

/** A member seen within this time is present; `active_at` is updated hourly. */
const PRESENT_MS = 2 * HOUR_MS
const FIRST_INVITE_MS = 6 * SECOND_MS
const NEXT_INVITE_MS = 20 * MINUTE_MS

interface Invitable {
  id: number
  joinedAt: Date
  /** When a demo member last began a swap with the newcomer. */
  invitedAt: Date | null
}

/**
 * Begins swaps with newcomers as demo members: one some seconds after they joined, later ones when
 * none is open.
 */
export async function beginSwaps(life: Life): Promise<void> {
  const { rows } = await sql<Invitable>`
    select id, joined_at as "joinedAt", (select max(created_at) from song_swaps where matched_id = members.id
      and initiator_id in (select member_id from demo_members)) as "invitedAt"
    from members
    where not is_system and deleted_at is null and id not in (select member_id from demo_members)
      and active_at > ${new Date(life.now.getTime() - PRESENT_MS)}
      and not exists (select from song_swaps where matched_id = members.id and completed_at is null
        and ended_at is null and initiator_id in (select member_id from demo_members))`.execute(life.db)
  for (const newcomer of rows) await invite(life, newcomer)
}

async function invite({ db, now, seed, members }: Life, { id, joinedAt, invitedAt }: Invitable): Promise<void> {
  const random = createRandom(seed, `invite ${id} ${invitedAt?.getTime() ?? 0}`)
  const shortestMs = invitedAt === null ? FIRST_INVITE_MS : NEXT_INVITE_MS
  if ((invitedAt ?? joinedAt).getTime() + shortestMs * (1 + random.next()) > now.getTime()) return
  // A new choice each time: the previous one may be blocked.
  const { id: initiatorId } = random.fork(`by ${now.getTime()}`).pick(members)
  await inTransaction(db, async (tx) => {
    if (!(await canSee(tx, initiatorId, id))) return
    const swapId = await insertSwap(tx, { initiatorId, matchedId: id, isRandom: false, createdAt: now })
    await addTrack(tx, swapId, initiatorId, await pickTrack(tx, initiatorId, random, now), now)
  })
}
