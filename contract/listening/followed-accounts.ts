import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Added, Bool, Instant, Nullable, Num, ServiceToken, Text, TextParam, Username, Written } from '../wire.ts'
import { Skipped } from './imports.ts'

/** The account from which listens are read continuously. */
export type FollowedListening = ResponseOf<typeof getFollowedAccount>

export const getFollowedAccount = defineOwnRead({
  path: '/api/user/followed-account',
  summary: 'The ListenBrainz account with listens that are added here continuously; private to the member.',
  query: v.object({ user: Username }),
  response: v.object({
    /** Whether a self-hosted server's address can be set. */
    takes_address: Bool,
    /** Whether a token can be stored, for servers that list listens only with one. */
    takes_token: Bool,
    /** Null: none is followed. */
    account: Nullable(
      v.object({
        name: v.string(),
        /** A self-hosted server's address; empty: the usual one. */
        base_url: Text,
        added: Num,
        /** The numbers of listens that were read and could not be added, by reason. */
        skipped: Added(Skipped),
        /** Whether all listens up to `read_at` have been read. */
        is_caught_up: Bool,
        /** The time of the newest listen that has been read; empty: none yet. */
        read_to: Instant,
        /** When the last response came; empty: never. */
        read_at: Instant,
        failure: Nullable(v.object({ code: v.string(), sentence: v.string(), advice: v.string() })),
      }),
    ),
  }),
  failure: 'Failed to load the followed account',
})

/** Without a client_id: a fingerprint of the token would be stored. */
export const followAccount = defineOwnWrite({
  path: '/api/user/follow-account',
  summary:
    'Adds the listens of an account at ListenBrainz, from its first one on, and new ones within minutes. From then on the listens stored here fill the charts.',
  query: v.object({
    user: Username,
    name: Written(128),
    /** A self-hosted server's address. */
    base_url: v.optional(v.pipe(TextParam, v.trim(), v.maxLength(300, 'must be at most 300 characters'))),
    /** A token of the account, for a server that lists listens only with one. */
    token: v.optional(ServiceToken),
  }),
  failure: 'Failed to follow the account',
})

export const unfollowAccount = defineOwnWrite({
  path: '/api/user/unfollow-account',
  summary: 'Ends the reading of the followed account. The listens that were added stay.',
  whileSuspended: true,
  query: changeQuery({}),
  failure: 'Failed to stop following the account',
})
