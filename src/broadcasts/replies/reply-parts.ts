import type { Reply } from '#contract/broadcasts/replies.ts'

/** A part of a reply's text; `member` is the target of a mention's link. */
interface ReplyPart {
  text: string
  member?: string
}

/** Splits a reply into plain text and mentions, longer names first. */
export function replyParts({ text, mentions }: Pick<Reply, 'text' | 'mentions'>): ReplyPart[] {
  const byLength = mentions.toSorted((a, b) => b.written.length - a.written.length)
  const parts: ReplyPart[] = []
  let from = 0
  const push = (part: ReplyPart) => {
    if (part.text !== '') parts.push(part)
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = at < from ? undefined : byLength.find(({ written }) => isAt(text, at + 1, written))
    if (name === undefined) continue
    push({ text: text.slice(from, at) })
    from = at + 1 + name.written.length
    push({ text: text.slice(at, from), member: name.username })
  }
  push({ text: text.slice(from) })
  return parts
}

const isAt = (text: string, at: number, name: string) =>
  text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(at + name.length))
