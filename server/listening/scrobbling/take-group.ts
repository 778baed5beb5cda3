import { sql } from 'kysely'
import { inOneFlight } from '#server/db/flight.ts'
import { arrayOf, arrayOfTexts, type KeptStatement, keptStatement } from '#server/db/kept-statement.ts'
import type { Db } from '#server/db/open.ts'
import { inAttempts, LOCK_TIMEOUT_MS } from '#server/http/attempt.ts'
import { countListens } from '../count-listens.ts'
import { IDENTITIES_LOCK } from '../identities/lock.ts'
import type { Scrobble } from '../imports/scrobble.ts'
import { LISTENS_LOCK } from '../listens.ts'
import { nameKey } from '../rules.ts'
import { makeTracks } from './make-tracks.ts'
import type { Bearer } from './tokens.ts'

/** What a player sent in one request. */
export interface Submission {
  readonly bearer: Bearer
  readonly scrobbles: readonly Scrobble[]
  /** Whether a track of it was looked for in vain: then what is missing is made first. */
  readonly isOfNewTracks?: boolean
}

/** What became of it; but for `taken` it has left no trace. */
export type Outcome = 'taken' | 'wanted by another' | 'revoked' | 'of unknown tracks'

/**
 * Takes submissions of many members in one transaction and answers what became of each. Whose history is being imported at this
 * moment must not hold up the others: it is `wanted by another`.
 */
export const takeGroup = (db: Db, group: readonly Submission[]): Promise<readonly Outcome[]> => take(db, group, [])

/** As `takeGroup`, but waits for whoever has locked the member's listens. */
export async function takeAlone(db: Db, submission: Submission): Promise<Outcome> {
  const [outcome] = await take(db, [submission], [lockListens({ member: String(submission.bearer.memberId) })])
  return outcome ?? 'wanted by another'
}

/** Tracks are made before listens are locked, as an import does: with the other order the two could wait for each other. */
async function take(
  db: Db,
  group: readonly Submission[],
  locks: readonly KeptStatement[],
): Promise<readonly Outcome[]> {
  const withNew = group.filter((it) => it.isOfNewTracks)
  const making = withNew.length > 0 ? makeTracks(withNew.flatMap((it) => it.scrobbles)) : []
  const counting = [lockFreeListens(tokensOf(group)), addAll(scrobblesOf(group))]
  const answers = await inAttempts(() => inOneFlight(db, [begin({}), ...making, ...locks, ...counting]))
  const isLocked = new Map(answers.at(-2)?.map(([tokenId, isLocked]) => [Number(tokenId), isLocked === 't']))
  const unknown = new Set(answers.at(-1)?.map(([place]) => Number(place)))
  return group.map(({ bearer }, place) => {
    const found = isLocked.get(bearer.tokenId)
    if (found === undefined) return 'revoked'
    if (!found) return 'wanted by another'
    return unknown.has(place) ? 'of unknown tracks' : 'taken'
  })
}

/** The lock comes before those of listens, as everywhere. */
const begin = keptStatement(
  () => sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true),
    set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock_shared(${sql.lit(IDENTITIES_LOCK)})`,
)

const lockListens = keptStatement<'member'>(
  (gap) => sql`select pg_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(${gap('member')}::bigint))`,
)

/** A setting of the transaction: whose listens it has locked. Nothing is added to anybody else. */
const LOCKED = sql.lit('flipside.locked')

/**
 * Locks the listens of those members of these tokens whom nobody else has locked, and the members, and selects the tokens that are
 * there, with whether it did. Before the statement that counts: that one must see what was counted when the locks were taken.
 */
const lockFreeListens = keptStatement<'tokens'>(
  (gap) => sql`
    with tokens as materialized (
      select id, member_id, pg_try_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(member_id)) as is_locked
      from scrobble_tokens where id = any(${gap('tokens')}::bigint[])),
    locked as materialized (
      select id from members where id in (select member_id from tokens where is_locked) order by id for key share),
    noted as materialized (select set_config(${LOCKED}, coalesce(string_agg(id::text, ','), ''), true) from locked)
    select tokens.id, is_locked from tokens, noted
    where not is_locked or member_id in (select id from locked)`,
)

const tokensOf = (group: readonly Submission[]) => ({
  tokens: arrayOf([...new Set(group.map((it) => it.bearer.tokenId))]),
})

/** Adds the scrobbles of submissions whose tracks are all known, and selects the places of the others. */
const addAll = keptStatement<'all' | 'places' | 'members' | 'times' | 'artists' | 'titles'>((gap) =>
  countListens({
    members: sql`${gap('all')}::bigint[]`,
    // Each name by the index of names: a join would read the whole of tables that the planner believes to be small.
    told: sql`
      select place, member_id, to_timestamp(at) as listened_at, track_id, artist_id
      from unnest(${gap('places')}::integer[], ${gap('members')}::bigint[], ${gap('times')}::float8[],
        ${gap('artists')}::text[], ${gap('titles')}::text[]) as given (place, member_id, at, artist_key, title_key)
      left join lateral (
        select coalesce(tracks.merged_into, tracks.id) as track_id, artist_id from tracks
        where tracks.title_key = given.title_key and artist_id = (
          select coalesce(artists.merged_into, artists.id) from artists where artists.name_key = given.artist_key)
        offset 0) as found on true
      where member_id in (select unnest(string_to_array(current_setting(${LOCKED}, true), ',')::bigint[]))`,
    from: 'played',
    select: sql`place from unknown`,
  }),
)

function scrobblesOf(group: readonly Submission[]) {
  const all = group.flatMap(({ bearer, scrobbles }, place) =>
    scrobbles.map((it) => ({ ...it, place, memberId: bearer.memberId })),
  )
  const members = all.map((it) => it.memberId)
  return {
    all: arrayOf([...new Set(members)]),
    places: arrayOf(all.map((it) => it.place)),
    members: arrayOf(members),
    times: arrayOf(all.map((it) => it.listenedAt)),
    artists: arrayOfTexts(all.map((it) => nameKey(it.artist))),
    titles: arrayOfTexts(all.map((it) => nameKey(it.title))),
  }
}
