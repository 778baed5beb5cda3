interface TextPart {
  text: string
  /** The link's target; http and https only. */
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** Characters that end the sentence, not the URL. */
const TRAILING = /[.,;:!?'*_]+$/

/** Splits a message into plain text and links. Everything else, `javascript:` too, stays text. */
export function textParts(message: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of message.matchAll(ADDRESS)) {
    const address = withoutEnd(match[0])
    const href = followable(address)
    if (href === undefined) continue
    if (match.index > from) parts.push({ text: message.slice(from, match.index) })
    parts.push({ text: address, href })
    from = match.index + address.length
  }
  if (from < message.length) parts.push({ text: message.slice(from) })
  return parts
}

/** Returns the URL without the sentence's punctuation or a bracket opened before it. */
function withoutEnd(address: string): string {
  const trimmed = address.replace(TRAILING, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? withoutEnd(trimmed.slice(0, -1)) : trimmed
}

function followable(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address)
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined // not a URL after all: it stays text
  }
}

const EMOJI = /^(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Emoji_Modifier}|\u{fe0f}|\u{200d})*\s*)+$/u
/** UTF-16 length: a family of four takes eleven. */
const FEW = 16

/** Returns whether a message is a few emoji and nothing else, which is rendered large. */
export const isEmojiAlone = (message: string): boolean => message.length <= FEW && EMOJI.test(message)
