import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Instant, Nullable, Text, TextParam, Username, Written } from '../wire.ts'

export type MusicAccount = ResponseOf<typeof getMusicAccount>

/** The possible listening sources: `here` is listens imported or scrobbled to this server. */
const ListeningFrom = v.picklist(['here', 'lastfm', 'listenbrainz'], 'must be here, lastfm or listenbrainz')

export const getMusicAccount = defineOwnRead({
  path: '/api/user/music-account',
  summary: "What a member's listening comes from, fresh as of when, what went wrong, and what there is to choose from.",
  query: v.object({ user: Username }),
  response: v.object({
    /** The services that can be chosen besides `here`. */
    services: Rows(
      v.object({
        service: v.string(),
        title: v.string(),
        /** Chosen by the service's log-in (`connect-music-account`), not by typing a name. */
        connects: Bool,
        /** Whether a self-hosted server's address can be set. */
        takes_address: Bool,
      }),
    ),
    /** Null: the listens stored here count. */
    account: Nullable(
      v.object({
        service: v.string(),
        title: v.string(),
        name: v.string(),
        /** Its page at the service, which screens with its charts link to; empty if unknown. */
        page: Text,
        /** A self-hosted server's address; empty: the usual one. */
        base_url: Text,
        is_proven: Bool,
        /** When its charts were fetched; empty: never. */
        fresh_at: Instant,
        /** When it is fetched next; empty: within a day, automatically. */
        next_at: Instant,
        is_refreshing: Bool,
        /** The last error, and advice; null without one. */
        failure: Nullable(v.object({ code: v.string(), sentence: v.string(), advice: v.string() })),
      }),
    ),
  }),
  failure: 'Failed to load the music account',
})

export const chooseMusicAccount = defineOwnWrite({
  path: '/api/user/choose-music-account',
  summary:
    "Chooses what a member's listening comes from. What was counted before stays until the new charts are there.",
  query: changeQuery({
    source: ListeningFrom,
    /** The name at the service; not for `here`. */
    name: v.optional(Written(128)),
    /** A self-hosted server's address. */
    base_url: v.optional(v.pipe(TextParam, v.trim(), v.maxLength(300, 'must be at most 300 characters'))),
  }),
  failure: 'Failed to choose the music account',
})

export const refreshMusicAccount = defineOwnWrite({
  path: '/api/user/refresh-music-account',
  summary: 'Has the charts fetched again soon, at most once a minute.',
  query: changeQuery({}),
  failure: 'Failed to refresh the music account',
})

export const connectMusicAccount = defineOwnRequest({
  path: '/api/user/connect-music-account',
  summary: "Where to go at Last.fm to show that an account is one's own; it leads back to /settings/listening.",
  query: v.object({ user: Username }),
  response: v.object({ url: v.string() }),
  failure: 'Failed to connect the music account',
})

export const proveMusicAccount = defineOwnWrite({
  path: '/api/user/prove-music-account',
  summary: 'Chooses the Last.fm account that the token from its redirect belongs to.',
  query: changeQuery({ token: Written(200), proof: Written(200) }),
  failure: 'Failed to connect the music account',
})
