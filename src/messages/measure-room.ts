import { MESSAGE_MAX, MESSAGE_MAX_ENCODED_BYTES } from '#contract/messages/messages.ts'

/** Shown below this fraction of the limit: the last tenth. */
const SHOWN_BELOW = 0.1

interface RemainingRoom {
  /** Negative: the excess. Emoji and most letters take several bytes, which may run out first. */
  remaining: number
  unit: 'character' | 'byte'
  /** Near the limit, or beyond it. */
  isScarce: boolean
}

/** Returns the room left by the closer of a message's two limits, without outer whitespace. */
export function measureRoom(text: string): RemainingRoom {
  // A lone surrogate, as while an emoji is typed, can't be encoded.
  const normalized = text.trim().replace(LONE_SURROGATE, '\u{fffd}')
  const characters = MESSAGE_MAX - normalized.length
  const bytes = MESSAGE_MAX_ENCODED_BYTES - encodeURIComponent(normalized).length
  const isByCharacters = characters / MESSAGE_MAX <= bytes / MESSAGE_MAX_ENCODED_BYTES
  const share = Math.min(characters / MESSAGE_MAX, bytes / MESSAGE_MAX_ENCODED_BYTES)
  return {
    remaining: isByCharacters ? characters : bytes,
    unit: isByCharacters ? 'character' : 'byte',
    isScarce: share <= SHOWN_BELOW,
  }
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Returns `12 characters left` or `Too long by 1 byte`; undefined far below the limit. */
export function roomText({ remaining, unit, isScarce }: RemainingRoom): string | undefined {
  if (!isScarce) return undefined
  const units = Math.abs(remaining) === 1 ? unit : `${unit}s`
  return remaining >= 0 ? `${remaining} ${units} left` : `Too long by ${-remaining} ${units}`
}
