import { MESSAGE_MAX, MESSAGE_MAX_ENCODED_BYTES } from '#contract/messages/messages.ts'

/** Said from here on: the last tenth of the room. */
const SAID_BELOW = 0.1

interface RoomLeft {
  /** Negative: so many too many. Letters beyond English and emoji take several bytes, and those may end first. */
  left: number
  unit: 'character' | 'byte'
  /** Near the end, or beyond it. */
  isScarce: boolean
}

/** How much more a message may say: whichever of its two limits comes first. What surrounds the text does not count. */
export function roomLeft(text: string): RoomLeft {
  // Half an emoji, as while one is typed, can't be encoded.
  const said = text.trim().replace(LONE_SURROGATE, '\u{fffd}')
  const characters = MESSAGE_MAX - said.length
  const bytes = MESSAGE_MAX_ENCODED_BYTES - encodeURIComponent(said).length
  const isByCharacters = characters / MESSAGE_MAX <= bytes / MESSAGE_MAX_ENCODED_BYTES
  const share = Math.min(characters / MESSAGE_MAX, bytes / MESSAGE_MAX_ENCODED_BYTES)
  return {
    left: isByCharacters ? characters : bytes,
    unit: isByCharacters ? 'character' : 'byte',
    isScarce: share <= SAID_BELOW,
  }
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** `12 characters left`, `Too long by 1 byte`; undefined while there is plenty. */
export function roomText({ left, unit, isScarce }: RoomLeft): string | undefined {
  if (!isScarce) return undefined
  const units = Math.abs(left) === 1 ? unit : `${unit}s`
  return left >= 0 ? `${left} ${units} left` : `Too long by ${-left} ${units}`
}
