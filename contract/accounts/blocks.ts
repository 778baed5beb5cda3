import * as v from 'valibot'
import { changeQuery, defineContactWrite, defineMemberRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Text, Username } from '../wire.ts'

/** A block hides two members from each other, a mute hides one from the user's feed and badges. */
export const Blocked = v.object({ username: v.string(), blocked: Bool, muted: Bool, pfpsm: Text })
export type Blocked = v.InferOutput<typeof Blocked>

export const getBlocks = defineMemberRead({
  path: '/api/user/blocks',
  summary: 'Whom the member has blocked or muted, latest first.',
  visibility: 'contact',
  query: v.object({ user: Username }),
  response: v.object({ blocks: Rows(Blocked) }),
  failure: 'Failed to load blocked members',
})

const pair = changeQuery({ other: Username })

/** Neither sees, follows, likes, messages or is matched with the other; follows between them end. */
export const block = defineContactWrite({
  path: '/api/user/block',
  summary: 'Blocks a member, both ways. Blocked already is done already.',
  whileSuspended: true,
  query: pair,
  failure: 'Failed to block',
})

export const unblock = defineContactWrite({
  path: '/api/user/unblock',
  summary: 'Ends a block. Not blocked is done already.',
  whileSuspended: true,
  query: pair,
  failure: 'Failed to unblock',
})

export const mute = defineContactWrite({
  path: '/api/user/mute',
  summary: "Keeps a member out of one's feed, badges and activity, without the member noticing.",
  whileSuspended: true,
  query: pair,
  failure: 'Failed to mute',
})

export const unmute = defineContactWrite({
  path: '/api/user/unmute',
  summary: 'Ends muting. Not muted is done already.',
  whileSuspended: true,
  query: pair,
  failure: 'Failed to unmute',
})
