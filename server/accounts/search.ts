import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { openTo } from '#server/db/visible-to.ts'
import { SEARCH_MAX } from './rules.ts'
import {
  charactersOf,
  foldTerm,
  isForgiving,
  lettersOf,
  literally,
  longestNear,
  oneWrong,
  piecesOf,
  withGaps,
} from './search-rules.ts'
import type { MemberRow } from './store.ts'

/** Whether names are found that a misspelt term nearly is, or only those that contain it. */
export type Manner = 'forgiving' | 'containing'

interface Search {
  readonly db: Db
  /** As names are compared. */
  readonly term: string
  readonly viewerId: number | null
  /** Found already. */
  readonly found: readonly number[]
}

/**
 * Members by name, at most 20, best first: the name itself, names that begin with the term, names that contain it; then, when
 * forgiving, those that have its letters with others between, and those in which one letter is another. Within each shorter
 * names first. Every step reads an index, and only what the steps before it left room for.
 */
export async function searchMembers(
  db: Db,
  term: string,
  viewerId: number | null,
  manner: Manner,
): Promise<readonly MemberRow[]> {
  const key = foldTerm(term)
  const found: MemberRow[] = []
  for (const step of manner === 'forgiving' && isForgiving(key) ? [...containing, ...nearly] : containing) {
    if (found.length >= SEARCH_MAX) break
    const where = step(key)
    if (where === undefined) continue
    found.push(...(await find({ db, term: key, viewerId, found: found.map((it) => it.id) }, where)))
  }
  return found
}

type Step = (term: string) => RawBuilder<SqlBool> | undefined

const startsWith: Step = (term) => sql`name_key like ${`${literally(term)}%`}`
// The pieces are what the index holds; that they stand together only the name itself tells.
const contains: Step = (term) => sql`name_pieces(name_key) @> ${piecesOf(term)}::text[]
  and name_key like ${`%${literally(term)}%`}`
const hasLettersOf: Step = (term) => sql`name_pieces(name_key) @> ${lettersOf(term)}::text[]
  and name_key like ${withGaps(charactersOf(term))} and char_length(name_key) <= ${longestNear(term)}`
const isOneWrong: Step = (term) => {
  const patterns = oneWrong(term)
  const first = literally(charactersOf(term)[0] ?? '')
  if (patterns.length === 0) return undefined
  return sql`name_key like ${`${first}%`} and name_key like any(${patterns}::text[])
    and char_length(name_key) <= ${longestNear(term)}`
}

const containing = [startsWith, contains]
const nearly = [hasLettersOf, isOneWrong]

function find({ db, term, viewerId, found }: Search, where: RawBuilder<SqlBool>): Promise<MemberRow[]> {
  const { length } = charactersOf(term)
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
