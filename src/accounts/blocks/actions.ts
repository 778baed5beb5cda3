import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

/* In the first chunk: the feed's overlay reads these. */

/** Blocks a member both ways, or ends the block. A block is held, so that it can be undone. */
export const setBlock = defineAction({
  name: 'accounts.setBlock',
  args: v.object({ user: v.string(), other: v.string(), isBlocked: v.boolean() }),
  formerFormats: { 'accounts.block': { isBlocked: true }, 'accounts.unblock': { isBlocked: false } },
  lane: ({ other }) => `block:${nameKey(other)}`,
  replacesLast: true,
})

/** Mutes a member in feed, badges and activity, or ends it. Muting is held as a block is. */
export const setMute = defineAction({
  name: 'accounts.setMute',
  args: v.object({ user: v.string(), other: v.string(), isMuted: v.boolean() }),
  formerFormats: { 'accounts.mute': { isMuted: true }, 'accounts.unmute': { isMuted: false } },
  lane: ({ other }) => `mute:${nameKey(other)}`,
  replacesLast: true,
})
