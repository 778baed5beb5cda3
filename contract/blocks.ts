import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { Rows } from './rows.ts'
import { Bool, Text, Username } from './wire.ts'

/** What a member keeps away: a blocked one altogether and both ways, a muted one only from the own feed and badges. */
export const Blocked = v.object({ username: v.string(), blocked: Bool, muted: Bool, pfpsm: Text })
export type Blocked = v.InferOutput<typeof Blocked>

export const getBlocks = defineEndpoint({
  method: 'GET',
  path: '/api/user/blocks',
  summary: 'Whom the member has blocked or muted, latest first.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username }),
  answer: v.object({ blocks: Rows(Blocked) }),
  failure: 'Failed to load blocked members',
})
