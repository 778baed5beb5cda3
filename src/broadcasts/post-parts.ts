import type { Broadcast } from '#contract/broadcasts/feed.ts'

type Post = Pick<Broadcast, 'title' | 'body' | 'about_user' | 'about_other'>

interface PostPart {
  text: string
  member?: string
}

/** Splits System's post at the first occurrence of each name. Hosts without names get plain text. */
export function postParts({ title, body, about_user, about_other }: Post): PostPart[] {
  const lines = [title, body].filter((line) => line !== '')
  let parts: PostPart[] = [{ text: [...new Set(lines)].join('\n') }]
  for (const member of [about_user, about_other]) if (member !== undefined) parts = splitAt(parts, member)
  return parts
}

function splitAt(parts: readonly PostPart[], member: string): PostPart[] {
  const place = parts.findIndex(({ text, member: named }) => named === undefined && text.includes(member))
  const part = parts[place]
  if (!part) return [...parts]
  const at = part.text.indexOf(member)
  const split: PostPart[] = [
    { text: part.text.slice(0, at) },
    { text: member, member },
    { text: part.text.slice(at + member.length) },
  ]
  return [...parts.slice(0, place), ...split.filter(({ text }) => text !== ''), ...parts.slice(place + 1)]
}
