import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isSameName, isSystem, nameKey } from '#contract/accounts/names.ts'

export interface Mentionable {
  name: string
  picture?: string | undefined
}

/** A mention that is being typed: the text from its `@` to the caret. */
interface TypedMention {
  at: number
  /** The part of the name before the caret; may contain spaces, as names do. */
  term: string
}

const NAME_MAX = 64
const ENDS_WORD = /[\p{L}\p{N}_@]$/u
const BEGINS_WORD = /^[\p{L}\p{N}_]/u

/** Returns the mention before the caret; undefined without one, and inside a word. */
export function findTypedMention(text: string, caret: number): TypedMention | undefined {
  const at = text.lastIndexOf('@', caret - 1)
  const term = text.slice(at + 1, caret)
  if (caret < 1 || at < 0 || term.length > NAME_MAX || /^\s|\n/.test(term)) return undefined
  if (ENDS_WORD.test(text.slice(0, at)) || BEGINS_WORD.test(text.slice(caret))) return undefined
  return { at, term }
}

/** Returns the text with a name instead of a typed mention, a space after it, and the new caret. */
export function insertMention(text: string, { at, term }: TypedMention, name: string) {
  const mention = `@${name} `
  const rest = text.slice(at + 1 + term.length).replace(/^ /, '')
  return { text: `${text.slice(0, at)}${mention}${rest}`, caret: at + mention.length }
}

const OFFERED_MAX = 6

/** Returns the members to offer: names that begin with the term, then others that contain it. */
export function listOffered(term: string, members: readonly Mentionable[], own: string | null): Mentionable[] {
  const key = nameKey(term)
  const seen = new Set(own === null ? [] : [nameKey(own)])
  const matches = members.filter(({ name }) => {
    const isNew = !seen.has(nameKey(name)) && nameKey(name).includes(key)
    if (isNew) seen.add(nameKey(name))
    return isNew && !isSystem(name) && !isDeletedMember(name)
  })
  const begins = ({ name }: Mentionable) => nameKey(name).startsWith(key)
  const offered = [...matches.filter(begins), ...matches.filter((member) => !begins(member))].slice(0, OFFERED_MAX)
  const [only, ...others] = offered
  return only && others.length === 0 && isSameName(only.name, term) ? [] : offered
}
