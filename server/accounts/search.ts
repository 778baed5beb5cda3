import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { openTo } from '#server/db/visible-to.ts'
import { SEARCH_MAX } from './rules.ts'
import {
  escapeLike,
  foldTerm,
  isForgiving,
  maxSimilarLength,
  toCharacters,
  toDistinctCharacters,
  toGapPattern,
  toOneWrongPatterns,
  toPieces,
} from './search-rules.ts'
import type { MemberRow } from './store.ts'

/** Whether a search returns names similar to a misspelt term, or only names that contain it. */
export type Manner = 'forgiving' | 'containing'

interface Search {
  readonly db: Db
  /** Folded like names. */
  readonly term: string
  readonly viewerId: number | null
  /** The ids found by earlier steps. */
  readonly found: readonly number[]
}

/**
 * Returns at most 20 members by name, best first: the name itself, names that begin with the term,
 * names that contain it; if forgiving, then names with its characters in order, and names with one
 * wrong character. Within a step, shorter names come first. Each step uses an index, and returns
 * only as many rows as are missing.
 */
export async function searchMembers(
  db: Db,
  term: string,
  viewerId: number | null,
  manner: Manner,
): Promise<readonly MemberRow[]> {
  const key = foldTerm(term)
  const found: MemberRow[] = []
  for (const step of manner === 'forgiving' && isForgiving(key) ? [...containing, ...similar] : containing) {
    if (found.length >= SEARCH_MAX) break
    const where = step(key)
    if (where === undefined) continue
    found.push(...(await find({ db, term: key, viewerId, found: found.map((member) => member.id) }, where)))
  }
  return found
}

type Step = (term: string) => RawBuilder<SqlBool> | undefined

const startsWith: Step = (term) => sql`name_key like ${`${escapeLike(term)}%`}`
// The index holds the pieces; LIKE checks that they are adjacent.
const contains: Step = (term) => sql`name_pieces(name_key) @> ${toPieces(term)}::text[]
  and name_key like ${`%${escapeLike(term)}%`}`
const containsWithGaps: Step = (term) => sql`name_pieces(name_key) @> ${toDistinctCharacters(term)}::text[]
  and name_key like ${toGapPattern(toCharacters(term))} and char_length(name_key) <= ${maxSimilarLength(term)}`
const isOneWrong: Step = (term) => {
  const patterns = toOneWrongPatterns(term)
  const first = escapeLike(toCharacters(term)[0] ?? '')
  if (patterns.length === 0) return undefined
  return sql`name_key like ${`${first}%`} and name_key like any(${patterns}::text[])
    and char_length(name_key) <= ${maxSimilarLength(term)}`
}

const containing = [startsWith, contains]
const similar = [containsWithGaps, isOneWrong]

function find({ db, term, viewerId, found }: Search, where: RawBuilder<SqlBool>): Promise<MemberRow[]> {
  const { length } = toCharacters(term)
  return db
    .selectFrom('members')
    .selectAll()
    .where(where)
    .where('is_system', '=', false)
    .where(sql<SqlBool>`id <> all(${found}::bigint[])`)
    .where(openTo(viewerId, 'members.id'))
    .orderBy(sql`abs(char_length(name_key) - ${length}::integer)`)
    .orderBy('name_key')
    .limit(SEARCH_MAX - found.length)
    .execute()
}
