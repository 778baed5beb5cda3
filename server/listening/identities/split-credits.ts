import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { type CreditPart, listPossibleArtists, splitByKnown } from '../catalogue/split-credit.ts'
import { isInCredits, splitFound } from './apply-split.ts'
import { AGREED_MAX, type Claim, listClaims } from './credit-claims.ts'

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

const countListeners = (artist: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(select count(*) from (
  select from artist_plays where artist_plays.artist_id = ${artist} limit ${sql.lit(LISTENERS_MAX)}) as counted)`

/** Returns the artists for the names that are credits. */
async function findArtists(
  db: Db,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<number, readonly CreditPart[]>> {
  const named = candidates.filter(({ is_single }) => !is_single)
  const possible = named.flatMap(({ name }) => listPossibleArtists(name))
  const known = await findKnown(db, possible)
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

/** Returns the number of members with listens; 2 are as good as more. */
async function countListeningMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*) as members from (
    select from members where listens_since is not null limit ${sql.lit(AGREED_MIN)}) as counted`.execute(db)
  return rows[0]?.members ?? 0
}
