import type { Mention } from '#contract/broadcasts/mentions.ts'

/** A text part; `member` is a mention's link target. */
interface TextPart {
  text: string
  member?: string
}

/** Splits a text into plain text and mentions, longer names first. */
export function mentionParts(text: string, mentions: readonly Mention[]): TextPart[] {
  const byLength = mentions.toSorted((a, b) => b.written.length - a.written.length)
  const parts: TextPart[] = []
  let from = 0
  const push = (part: TextPart) => {
    if (part.text !== '') parts.push(part)
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = at < from ? undefined : byLength.find(({ written }) => isAt(text, at, written))
    if (name === undefined) continue
    push({ text: text.slice(from, at) })
    from = at + 1 + name.written.length
    push({ text: text.slice(at, from), member: name.username })
  }
  push({ text: text.slice(from) })
  return parts
}

/** Returns whether the `@` at this index and the name after it are words of their own. */
const isAt = (text: string, at: number, name: string) =>
  text.slice(at + 1, at + 1 + name.length).toLowerCase() === name.toLowerCase() &&
  !/[\p{L}\p{N}_@]$/u.test(text.slice(0, at)) &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(at + 1 + name.length))
