import { sql } from 'kysely'
import { MENTIONS_MAX } from '#contract/broadcasts/mentions.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Tx } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'

export interface FoundMention {
  readonly memberId: number
  /** The name as written, without the @. */
  readonly written: string
}

/** The longest name. */
const NAME_MAX = 64
/** The number of `@` that are looked up: bounds the work for one text. */
const SIGNS_MAX = 20
const SIGN = /(?<![\p{L}\p{N}_@])@(?=[^\s@])/gu
const IS_INSIDE_WORD = /^[\p{L}\p{N}_]/u

/**
 * Returns the texts after each `@` that may be a name, longest first: names can contain spaces and
 * punctuation, so that only a look-up decides where a name ends.
 */
export function listCandidates(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(SIGN)].slice(0, SIGNS_MAX).map(({ index }) => {
    const rest = text.slice(index + 1, index + 1 + NAME_MAX + 1)
    const [line = ''] = rest.split('\n')
    const candidates: string[] = []
    for (let length = Math.min(line.length, NAME_MAX); length > 1; length--) {
      const name = line.slice(0, length)
      if (name === name.trimEnd() && !IS_INSIDE_WORD.test(line.slice(length))) candidates.push(name)
    }
    return candidates
  })
}

/**
 * Returns the members that a text mentions, each once: existing ones that the author may see. A
 * mention in `known` remains if its name is still in the text, even if the member has another name
 * now.
 */
export async function findMentions(
  tx: Tx,
  authorId: number,
  text: string,
  known: readonly FoundMention[] = [],
): Promise<readonly FoundMention[]> {
  const signs = listCandidates(text)
  const keys = [...new Set(signs.flat().map(foldName))]
  if (keys.length === 0) return []
  const { rows } = await sql<{ id: number; key: string }>`select id, name_key as key from members
    where name_key = any(${keys}::text[]) and not is_system and deleted_at is null
      and ${visibleTo(authorId, 'members.id')}`.execute(tx)
  const found = new Map(rows.map(({ id, key }) => [key, id]))
  for (const { written, memberId } of known) found.set(foldName(written), memberId)
  const mentions = new Map<number, FoundMention>()
  for (const candidates of signs) {
    const written = candidates.find((name) => found.has(foldName(name)))
    const memberId = written === undefined ? undefined : found.get(foldName(written))
    if (written !== undefined && memberId !== undefined && !mentions.has(memberId))
      mentions.set(memberId, { memberId, written })
  }
  return [...mentions.values()].slice(0, MENTIONS_MAX)
}
