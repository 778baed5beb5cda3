import * as v from 'valibot'
import { defineEndpoint, type ResponseOf } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { Added, ClientId, Count, Done, Id, Instant, Nullable, Num, Text, TextParam, Username } from '../wire.ts'

/** Why a record of a file is no listen. */
export const skipReasons = [
  'not_music',
  'private_session',
  'short',
  'repeated',
  'now_playing',
  'unnamed',
  'bad_time',
  'unreadable',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const Import = v.object({
  id: Num,
  /** Of the upload that began it. */
  client_id: Text,
  file_name: v.string(),
  status: v.picklist(['running', 'done', 'failed', 'cancelled']),
  /** A sentence for people: why it failed, or what of it could not be read; empty otherwise. */
  note: Text,
  /** How much of the file has been read, 0 to 1. */
  progress: Num,
  taken: Count,
  /** Listens that were here already. */
  known: Count,
  /** Records that are no listens, by reason. */
  skipped: Rows(v.object({ reason: v.picklist(skipReasons), records: Count })),
  started_at: Instant,
  ended_at: Instant,
})
export type Import = v.InferOutput<typeof Import>

/** Where a member's listens came from. */
export type ListenSource = ResponseOf<typeof getListeningSources>['sources'][number]

export const cancelImport = defineEndpoint({
  method: 'POST',
  path: '/api/user/cancel-import',
  addition: true,
  summary: 'Stops an import. What it has taken stays.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, id: Id, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to stop the import',
})

/** Times without a zone are UTC, as everywhere; what cannot be read is refused, for here nothing may be guessed. */
const Moment = v.pipe(TextParam, v.isoTimestamp('must be a time such as 2024-05-17T00:00:00Z'))

export const deleteListens = defineEndpoint({
  method: 'POST',
  path: '/api/user/delete-listens',
  addition: true,
  summary: "Deletes one's own listens that began from a moment on, up to before another. They are gone for good.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, from: Moment, until: Moment, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to delete the listens',
})

export const getListeningSources = defineEndpoint({
  method: 'GET',
  path: '/api/user/listening-sources',
  addition: true,
  summary: "What a member's listening comes from, fresh as of when, and the latest imports; private to the member.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  reads: 'own listens',
  query: v.object({ user: Username }),
  response: v.object({
    sources: Rows(v.object({ source: v.string(), listens: Count, updated_at: Instant })),
    oldest: Nullable(Instant),
    newest: Nullable(Instant),
    /** The latest twenty, newest first. */
    imports: Rows(Import),
    /** Days of UTC with more listens than anybody can hear, which keep the member off leaderboards; the latest first. */
    impossible: Added(Rows(v.object({ first: v.string(), last: v.string(), plays: Count }))),
  }),
  failure: 'Failed to load listening',
})
