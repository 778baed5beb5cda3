import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Count, Id, Instant, Moment, Nullable, Num, Text, Username } from '../wire.ts'

export const skipReasons = [
  'not_music',
  'private_session',
  'short',
  'skipped',
  'repeated',
  'joined',
  'now_playing',
  'no_play',
  'day_only',
  'unnamed',
  'too_long',
  'no_artist',
  'bad_time',
  'other_language',
  'unreadable',
  'unstorable',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const Skipped = Rows(v.object({ reason: v.picklist(skipReasons), records: Count }))

export const Import = v.object({
  id: Num,
  /** From the upload that began it. */
  client_id: Text,
  file_name: v.string(),
  status: v.picklist(['running', 'done', 'failed', 'cancelled']),
  /** A message for the user: the failure's reason, or the unreadable part; empty otherwise. */
  note: Text,
  /** The fraction of the file that has been read, 0 to 1. */
  progress: Num,
  taken: Count,
  /** Listens that existed already. */
  known: Count,
  /** A newer server may have reasons that this version does not know. */
  skipped: v.fallback(Skipped, []),
  started_at: Instant,
  ended_at: Instant,
  /** Undoing it: `none` if it added nothing, or it is not known any more what. */
  undo: Added(
    v.object({
      status: v.picklist(['none', 'possible', 'running', 'done']),
      /** The fraction that has been examined, 0 to 1. */
      progress: Num,
      /** The listens that were deleted; a later import had the others, too. */
      deleted: Count,
    }),
  ),
})
export type Import = v.InferOutput<typeof Import>

export type ListenSource = ResponseOf<typeof getListeningSources>['sources'][number]

export const cancelImport = defineOwnWrite({
  path: '/api/user/cancel-import',
  summary: 'Stops an import. What it has taken stays.',
  whileSuspended: true,
  query: changeQuery({ id: Id }),
  failure: 'Failed to stop the import',
})

export const deleteListens = defineOwnWrite({
  path: '/api/user/delete-listens',
  summary: "Deletes one's own listens that began from a moment on, up to before another. They are gone for good.",
  whileSuspended: true,
  query: changeQuery({ from: Moment, until: Moment }),
  failure: 'Failed to delete the listens',
})

export const getListeningSources = defineOwnRead({
  path: '/api/user/listening-sources',
  summary: "What a member's listening comes from, fresh as of when, and the latest imports; private to the member.",
  reads: 'own listens',
  query: v.object({ user: Username }),
  response: v.object({
    sources: Rows(
      v.object({
        source: v.string(),
        listens: Count,
        updated_at: Instant,
        /** The fraction that has been deleted, only while the source is. */
        deleting: Added(Num),
      }),
    ),
    oldest: Nullable(Instant),
    newest: Nullable(Instant),
    /** The latest twenty, newest first. */
    imports: Rows(Import),
    /** UTC days with more listens than fit, which exclude the member from leaderboards; latest first. */
    impossible: Added(Rows(v.object({ first: v.string(), last: v.string(), plays: Count }))),
    /** Listens from `source` that are the same plays as listens from `kept_source`. */
    doubles: Added(
      Rows(
        v.object({
          kept_source: v.string(),
          source: v.string(),
          found: Count,
          /** Those that can be brought back. */
          removed: Count,
          status: v.picklist(['ready', 'removing', 'restoring']),
          /** At most ten, newest first: from those found, otherwise from those removed. */
          examples: Rows(v.object({ track: v.string(), artist: v.string(), listened_at: Instant, kept_at: Instant })),
        }),
      ),
    ),
  }),
  failure: 'Failed to load listening',
})
