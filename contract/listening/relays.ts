import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Instant, Nullable, Num, ServiceToken, Text, TextParam, Username, Written } from '../wire.ts'

/** A member's relays, and the services that can be linked. */
export type Relays = ResponseOf<typeof getRelays>

/** A service that scrobbles are forwarded to. */
const RelayService = v.picklist(['lastfm', 'listenbrainz'], 'must be lastfm or listenbrainz')

export const getRelays = defineOwnRead({
  path: '/api/user/relays',
  summary: 'Where accepted scrobbles are forwarded to, what is pending, and what went wrong; private to the member.',
  query: v.object({ user: Username }),
  response: v.object({
    services: Rows(
      v.object({
        service: v.string(),
        title: v.string(),
        /** Linked through the service's own login (`connect-relay`), not by a token. */
        connects: Bool,
        /** Whether a self-hosted server's address can be set. */
        takes_address: Bool,
        /** Empty, or why the service cannot be linked. */
        unavailable: Text,
        /** The page with the token; empty for a login. */
        token_page: Text,
      }),
    ),
    relays: Rows(
      v.object({
        service: v.string(),
        title: v.string(),
        account: Text,
        /** A self-hosted server's address; empty: the usual one. */
        base_url: Text,
        is_on: Bool,
        /** Whether nothing is sent until the member intervenes; `failure` has the reason. */
        is_stopped: Bool,
        pending: Num,
        sent: Num,
        /** The last time that the service accepted a listen; empty: never. */
        last_sent_at: Instant,
        /** The last failure, and advice; null if the last request succeeded. */
        failure: Nullable(v.object({ code: v.string(), sentence: v.string(), advice: v.string(), at: Instant })),
        /** When the next request is due; empty: nothing is pending, or the relay is stopped. */
        next_at: Instant,
        /** Listens that were not accepted, counted by reason. */
        ignored: Rows(v.object({ reason: v.string(), text: Text, listens: Num })),
      }),
    ),
  }),
  failure: 'Failed to load your relays',
})

/** Without a client_id: a fingerprint of the token would be stored. */
export const linkRelay = defineOwnWrite({
  path: '/api/user/link-relay',
  summary: 'Forwards accepted scrobbles to an account at ListenBrainz, by its user token, which is checked first.',
  query: v.object({
    user: Username,
    token: v.pipe(ServiceToken, v.minLength(1, 'must not be empty')),
    /** A self-hosted server's address. */
    base_url: v.optional(v.pipe(TextParam, v.trim(), v.maxLength(300, 'must be at most 300 characters'))),
  }),
  failure: 'Failed to link the account',
})

export const connectRelay = defineOwnRequest({
  path: '/api/user/connect-relay',
  summary: 'Where to go at Last.fm to allow scrobbling to an account; it leads back to /settings/scrobbling.',
  query: v.object({ user: Username }),
  response: v.object({ url: v.string() }),
  failure: 'Failed to link the account',
})

/** Without a client_id: a fingerprint of the token would be stored. */
export const proveRelay = defineOwnWrite({
  path: '/api/user/prove-relay',
  summary: 'Takes what Last.fm sent the member back with, and forwards accepted scrobbles to the account.',
  query: v.object({ user: Username, token: Written(200), proof: Written(200) }),
  failure: 'Failed to link the account',
})

export const switchRelay = defineOwnWrite({
  path: '/api/user/switch-relay',
  summary: 'Switches a relay on or off. Pending listens of one that is switched off are not sent.',
  whileSuspended: true,
  query: changeQuery({
    service: RelayService,
    state: v.picklist(['on', 'off'], 'must be on or off'),
  }),
  failure: 'The change was not made',
})

export const retryRelay = defineOwnWrite({
  path: '/api/user/retry-relay',
  summary: 'Sends pending listens of a relay within seconds, also if it has stopped.',
  query: changeQuery({ service: RelayService }),
  failure: 'Failed to send again',
})

export const unlinkRelay = defineOwnWrite({
  path: '/api/user/unlink-relay',
  summary: 'Ends a relay and deletes its access to the account. Pending listens are not sent.',
  whileSuspended: true,
  query: changeQuery({ service: RelayService }),
  failure: 'Failed to unlink the account',
})
