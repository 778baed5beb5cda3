import { type RawBuilder, sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { insertArtists } from '../catalogue/catalogue.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { type CreditPart, listPossibleArtists, splitByKnown, splitBySent } from '../catalogue/split-credit.ts'
import type { ListenDetails } from '../listens/listen-details.ts'

/*
 * A job finds the artists in names that look like credits: by lists that members sent
 * (`credit_claims`), or by artists that are known on their own. Then plays of the credit count for
 * each of its artists. docs/identity.md
 */

/** The most names that are examined in one transaction, and the most that it splits. */
const EXAMINED = 100
const SPLIT_MAX = 50
/** Artists that are unknown now may be known after this time. */
const AGAIN_AFTER_MS = 3_600_000
/** More listeners are not counted. */
const LISTENERS_MAX = 1000
/**
 * How many members have to listen to an artist, or to send a list, if a separator may be part of a
 * name.
 */
const AGREED_MIN = 2
const AGREED_MAX = 3

/** A name that looks like a credit. */
interface Candidate {
  readonly id: number
  readonly name: string
  readonly listeners: number
  /**
   * Whether it has its own MBID, is named in other credits, was split or joined, or an admin says
   * so.
   */
  readonly is_single: boolean
}

/** An artist list that members sent with a credit. */
interface Claim {
  readonly id: number
  readonly names: readonly string[]
  readonly joiners: readonly string[]
  readonly is_weak: boolean
  readonly members: number
}

interface KnownArtist {
  readonly key: string
  readonly listeners: number
  readonly has_mbid: boolean
}

/** Returns a query for names that {@link splitCredits} has to examine. */
export const findDueCredits = (now: Date): RawBuilder<unknown> =>
  sql`select from possible_credits where due_at <= ${now}::timestamptz`

/** Lets the job examine all names that look like credits. Returns their number. */
export async function examineCreditsAgain(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`update possible_credits set due_at = 'epoch'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Examines names that are due, and splits credits. Returns whether there may be more. */
export async function splitCredits(tx: Tx, now: Date): Promise<boolean> {
  const candidates = await listCandidates(tx, now)
  if (candidates.length === 0) return false
  const found = [...(await findArtists(tx, candidates))]
  const split = found.length === 0 ? [] : await splitFound(tx, found.slice(0, SPLIT_MAX))
  const left = new Set([...split, ...found.slice(SPLIT_MAX).map(([id]) => id)])
  const examined = candidates.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  await sql`update possible_credits set due_at = ${new Date(now.getTime() + AGAIN_AFTER_MS)}
    where artist_id = any(${examined}::bigint[])`.execute(tx)
  return true
}

/**
 * Lets credit plays count for their artists. Returns the ids of those that were split: none that
 * names an artist twice, under two spellings, or a credit.
 */
export async function splitFound(
  tx: Tx,
  found: readonly (readonly [id: number, parts: readonly CreditPart[]])[],
): Promise<readonly number[]> {
  await lockForJoining(tx)
  const parts = found.flatMap(([id, credited]) => credited.map((part, position) => ({ ...part, id, position })))
  const artistIds = await insertArtists(
    tx,
    parts.map(({ name }) => name),
  )
  const { rows } = await sql<{ id: number }>`
    with credited as materialized (
      select * from unnest(${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ position }) => position)}::smallint[],
        ${artistIds}::bigint[], ${parts.map(({ joiner }) => joiner)}::text[]) as part (credit_id, position, artist_id, joiner))
    insert into artist_credits (credit_id, position, artist_id, joiner)
    select credit_id, position, artist_id, joiner from credited
    where credit_id in (
      select each.credit_id from credited as each group by each.credit_id
      having count(distinct each.artist_id) = count(*) and not bool_or(
        each.artist_id in (select credited.credit_id from credited)
        or exists (select from artist_credits as credit where credit.credit_id = each.artist_id)
        or ${isInCredits(sql`each.credit_id`)}))
    returning credit_id as id`.execute(tx)
  const split = [...new Set(rows.map(({ id }) => id))]
  await movePlays(tx, split)
  await sql`delete from possible_credits where artist_id = any(${split}::bigint[])`.execute(tx)
  await sql`delete from credit_claims where credit_id = any(${split}::bigint[])`.execute(tx)
  await sql`update community_charts set counted_at = 'epoch' where kind = 0 and id in (
    select artist_id from artist_credits where credit_id = any(${split}::bigint[]))`.execute(tx)
  return split
}

const PLAYS_MAX = sql.lit(2_147_483_647)

/** Moves all sums from credits to their artists. */
async function movePlays(tx: Tx, creditIds: readonly number[]): Promise<void> {
  const isSplit = sql`artist_id = any(${creditIds}::bigint[])`
  const moved = sql`moved join artist_credits as credit on credit.credit_id = moved.artist_id`
  await sql`with moved as (delete from artist_plays where ${isSplit} returning member_id, artist_id, plays, tracks_heard)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, credit.artist_id, least(sum(plays), ${PLAYS_MAX}), sum(tracks_heard) from ${moved}
    where not ${isIgnored('moved.member_id', sql`moved.artist_id`)} group by 1, 2 order by 1, 2
    on conflict (member_id, artist_id) do update
      set plays = least(artist_plays.plays::bigint + excluded.plays, ${PLAYS_MAX}),
        tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
  await sql`with moved as (delete from chart_artists where ${isSplit} returning member_id, period, artist_id, plays, place)
    insert into chart_artists (member_id, period, artist_id, plays, place)
    select member_id, period, credit.artist_id, least(sum(plays), ${PLAYS_MAX}), min(place) from ${moved}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (member_id, period, artist_id) do update
      set plays = least(chart_artists.plays::bigint + excluded.plays, ${PLAYS_MAX}),
        place = least(chart_artists.place, excluded.place)`.execute(tx)
}

async function listCandidates(db: Db, now: Date): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select artists.id, name, ${countListeners(sql`artists.id`)} as listeners,
      mbid is not null or merged_into is not null or ${isInCredits(sql`artists.id`)} or exists (
        select from music_decisions where kind = 'artist' and music_id = artists.id and action = 'whole') as is_single
    from (select artist_id from possible_credits where due_at <= ${now}
      order by due_at, artist_id limit ${sql.lit(EXAMINED)}) as due
    join artists on artists.id = due.artist_id order by artists.id`.execute(db)
  return rows
}

/** Whether an artist is a credit that was split, or is named in one. */
const isInCredits = (artist: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from artist_credits as credit where credit.credit_id = ${artist})
  or exists (select from artist_credits as credit where credit.artist_id = ${artist}))`

const countListeners = (artist: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(select count(*) from (
  select from artist_plays where artist_plays.artist_id = ${artist} limit ${sql.lit(LISTENERS_MAX)}) as counted)`

/** Returns the artists for the names that are credits. */
async function findArtists(
  db: Db,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<number, readonly CreditPart[]>> {
  const named = candidates.filter(({ is_single }) => !is_single)
  const known = await findKnown(
    db,
    named.flatMap(({ name }) => listPossibleArtists(name)),
  )
  const claims = Map.groupBy(await listClaims(db, named), (claim) => claim.id)
  const agreedMin = Math.min(AGREED_MIN, await countListeningMembers(db))
  return new Map(
    named.flatMap(({ id, name, listeners }) => {
      const claim = claims
        .get(id)
        ?.find(({ is_weak, members }) => members >= (is_weak ? toNeeded(agreedMin, listeners) : 1))
      const parts = claim === undefined ? splitByArtists(name, listeners, { known, agreedMin }) : toParts(claim)
      return parts === undefined ? [] : [[id, parts] as const]
    }),
  )
}

const toNeeded = (agreedMin: number, listeners: number) => Math.min(AGREED_MAX, Math.max(agreedMin, listeners))

const toParts = ({ names, joiners }: Claim): readonly CreditPart[] =>
  names.map((name, place) => ({ name, joiner: joiners[place] ?? '' }))

/** The evidence about artists in credits. */
interface Evidence {
  readonly known: ReadonlyMap<string, KnownArtist>
  /** The members that have to listen to an artist beside a weak separator. */
  readonly agreedMin: number
}

/**
 * Splits a credit into artists that members listen to: beside separators that also occur in names,
 * as many as listen to the credit. A part that can be split itself is none.
 */
function splitByArtists(
  credit: string,
  listeners: number,
  { known, agreedMin }: Evidence,
  isPart = false,
): readonly CreditPart[] | undefined {
  return splitByKnown(credit, (name, isWeak) => {
    const artist = known.get(nameKey(name))
    if (artist === undefined || artist.listeners < (isWeak ? Math.max(agreedMin, listeners) : 1)) return false
    return isPart || artist.has_mbid || splitByArtists(name, artist.listeners, { known, agreedMin }, true) === undefined
  })
}

/** Returns the artists with these names, by the folded name, that are no credits themselves. */
async function findKnown(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, KnownArtist>> {
  const { rows } = await sql<KnownArtist>`
    select named.name_key as key, main.mbid is not null as has_mbid, ${countListeners(sql`main.id`)} as listeners
    from artists as named join artists as main on main.id = coalesce(named.merged_into, named.id)
    where named.name_key = any(${[...new Set(names.map(nameKey))]}::text[])
      and not exists (select from artist_credits where credit_id = main.id)`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Returns the lists that members sent with credits, those from most members first. */
async function listClaims(db: Db, candidates: readonly Candidate[]): Promise<readonly Claim[]> {
  const { rows } =
    await sql<Claim>`select credit_id as id, names, joiners, is_weak, count(*) as members from credit_claims
    where credit_id = any(${candidates.map(({ id }) => id)}::bigint[])
    group by credit_id, names, joiners, is_weak order by members desc, names`.execute(db)
  return rows
}

/** Returns the number of members with listens; 2 are as good as more. */
async function countListeningMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*) as members from (
    select from members where listens_since is not null limit ${sql.lit(AGREED_MIN)}) as counted`.execute(db)
  return rows[0]?.members ?? 0
}

/** A track under the names and with the details that a member sent. */
interface SentCredit {
  readonly memberId: number
  readonly artist: string
  readonly details?: ListenDetails | undefined
}

/**
 * Stores the artist lists that members send with credits, from at most three members per list. The
 * artists exist.
 */
export async function storeCreditClaims(tx: Tx, sent: readonly SentCredit[]): Promise<void> {
  const claims = new Map(
    sent.flatMap(({ memberId, artist, details }) => {
      const list = details?.artistNames ?? details?.artistMbids?.length ?? 1
      const split = list === 1 ? undefined : splitBySent(normalizeName(artist), list)
      return split === undefined ? [] : [[`${memberId} ${nameKey(artist)}`, { memberId, artist, ...split }]]
    }),
  )
  if (claims.size === 0) return
  const claimed = [...claims.values()]
  const list = (pick: (part: CreditPart) => string) => claimed.map(({ parts }) => JSON.stringify(parts.map(pick)))
  await sql`with claimed as (
      insert into credit_claims (credit_id, member_id, names, joiners, is_weak)
      select artists.id, claimed.member_id, names, joiners, claimed.is_weak
      from unnest(${claimed.map(({ memberId }) => memberId)}::bigint[], ${claimed.map(({ artist }) => nameKey(artist))}::text[],
        ${list(({ name }) => name)}::text[], ${list(({ joiner }) => joiner)}::text[],
        ${claimed.map(({ isWeak }) => isWeak)}::boolean[]) as claimed (member_id, name_key, names_json, joiners_json, is_weak)
      join artists using (name_key)
      cross join lateral (select array(select json_array_elements_text(names_json::json)) as names,
        array(select json_array_elements_text(joiners_json::json)) as joiners) as lists
      where merged_into is null and not exists (select from artist_credits where credit_id = artists.id)
        and (select count(*) from credit_claims as known
          where known.credit_id = artists.id and known.names = lists.names) < ${sql.lit(AGREED_MAX)}
        and exists (select from members where members.id = claimed.member_id)
      order by artists.id, claimed.member_id
      on conflict do nothing returning credit_id)
    insert into possible_credits (artist_id) select distinct credit_id from claimed order by credit_id
    on conflict (artist_id) do update set due_at = 'epoch'`.execute(tx)
}
