import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Id, Instant, Num, Username, Written } from '../wire.ts'
import { Skipped } from './imports.ts'

/** The most tokens per member at a time. */
export const TOKENS_MAX = 50

/** A player that may scrobble for the member. */
export type ScrobbleToken = ResponseOf<typeof getScrobbleTokens>['tokens'][number]

export const getScrobbleTokens = defineOwnRead({
  path: '/api/user/scrobble-tokens',
  summary: "The tokens of a member's players, newest first, without the tokens themselves; private to the member.",
  query: v.object({ user: Username }),
  response: v.object({
    tokens: Rows(
      v.object({
        id: Num,
        name: v.string(),
        created_at: Instant,
        /** To the minute; empty: never. */
        last_used_at: Instant,
      }),
    ),
    /** The numbers of scrobbles that were accepted and could not be added, by reason. */
    set_aside: Added(Skipped),
  }),
  failure: 'Failed to load your players',
})

/** Without a client_id: its response would be stored, and a token must not be stored. */
export const createScrobbleToken = defineOwnRequest({
  path: '/api/user/create-scrobble-token',
  summary: 'Makes a token for a player. Only this response has it.',
  query: v.object({ user: Username, name: Written(100) }),
  response: v.object({ success: v.boolean(), id: Num, token: v.string() }),
  failure: 'Failed to make a token',
})

export const revokeScrobbleToken = defineOwnWrite({
  path: '/api/user/revoke-scrobble-token',
  summary: 'Ends a token and all sessions that its player has. What it has scrobbled stays.',
  whileSuspended: true,
  query: changeQuery({ id: Id }),
  failure: 'Failed to revoke the token',
})
