import { sql } from 'kysely'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import { parseTextQuery } from '#server/listening/index.ts'
import { isInFeed } from './feed.ts'
import { readBroadcasts } from './read-page.ts'

const RESULTS_MAX = 20
/** How many newest matches are searched for ones visible to the viewer. */
const CANDIDATES_MAX = 500

/** Returns the newest broadcasts in `viewerId`'s feed with all words in a term. */
export async function findBroadcastsByWords(db: Db, term: string, viewerId: number | null): Promise<Broadcast[]> {
  const query = parseTextQuery(term)
  if (query === undefined) return []
  return readBroadcasts(
    db,
    viewerId,
    { limit: RESULTS_MAX },
    (length) => sql`select broadcasts.id from (
      select * from broadcasts where type = 'Track'
        and search_words(coalesce(folded_text, lower((body || ' ' || title) collate "C"))) @@ ${query}
      order by broadcasts.id desc limit ${sql.lit(CANDIDATES_MAX)}) as broadcasts
    where ${isInFeed(viewerId)} order by broadcasts.id desc limit ${length}`,
  )
}

/**
 * Returns a broadcast's text as the search folds it; null if it is ASCII, which the index folds
 * itself.
 */
export function foldForSearch(title: string, body: string): string | null {
  const text = `${body} ${title}`
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\u0000-\u007f]*$/.test(text) ? null : foldName(text)
}
