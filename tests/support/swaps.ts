import { sql } from 'kysely'
import type { RequestOptions, TestMember, TestResponse, TestServer } from './test-server.ts'

/** Every swap state. `late` ones were sent 31 days ago, before any job has seen them. */
export const swapStates = {
  begun: {},
  sent: { initiator_track_id: 1 },
  'track sent back': { initiator_track_id: 1, matched_track_id: 2 },
  'rated, no track sent back': { initiator_track_id: 1, matched_rating: 4 },
  answered: { initiator_track_id: 1, matched_track_id: 2, matched_rating: 4 },
  completed: { initiator_track_id: 1, matched_track_id: 2, matched_rating: 4, initiator_rating: 5 },
  declined: { initiator_track_id: 1, ended: 'declined' },
  withdrawn: { initiator_track_id: 1, ended: 'withdrawn' },
  'withdrawn without a track': { ended: 'withdrawn' },
  expired: { initiator_track_id: 1, ended: 'expired' },
  'expired after a rating': { initiator_track_id: 1, matched_rating: 4, ended: 'expired' },
  late: { initiator_track_id: 1, isLate: true },
  'late without a track': { isLate: true },
  'late, answered': { initiator_track_id: 1, matched_track_id: 2, matched_rating: 4, isLate: true },
} as const satisfies Record<string, Stage>

interface Stage {
  readonly initiator_track_id?: 1
  readonly matched_track_id?: 2
  readonly matched_rating?: number
  readonly initiator_rating?: number
  readonly ended?: string
  readonly isLate?: boolean
}

interface Parts {
  readonly initiator: Pick<TestMember, 'id'>
  readonly matched: Pick<TestMember, 'id'>
  /** Tracks 1 and 2 in the states. */
  readonly tracks: readonly [number, number]
}

/** Creates a swap in a state in the database alone: swag and activity do not include it. */
export async function makeSwap(
  { db, clock }: TestServer,
  state: keyof typeof swapStates,
  { initiator, matched, tracks }: Parts,
): Promise<number> {
  const stage: Stage = swapStates[state]
  const now = clock.now()
  const at = stage.isLate === true ? new Date(now.getTime() - 31 * 86_400_000) : now
  const sentAt = stage.initiator_track_id === undefined ? null : at
  const { rows } = await sql<{ id: number }>`
    insert into song_swaps (initiator_id, matched_id, initiator_track_id, matched_track_id, initiator_rating,
      matched_rating, created_at, sent_at, completed_at, ended, ended_at)
    values (${initiator.id}, ${matched.id}, ${sentAt && tracks[0]}, ${stage.matched_track_id ? tracks[1] : null},
      ${stage.initiator_rating ?? null}, ${stage.matched_rating ?? null}, ${at}, ${sentAt},
      ${stage.initiator_rating === undefined ? null : now}, ${stage.ended ?? null}, ${stage.ended === undefined ? null : now})
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

type Post = (path: string, query: Record<string, string | number>, options: RequestOptions) => Promise<TestResponse>

/** A swap's writes, as a client sends them. `more` adds to their query, such as a client_id. */
export const swapCalls = (post: Post) => ({
  begin: (as: TestMember, matched_user: string, more: object = {}) =>
    post('/api/create-song-swap', { user: as.name, matched_user, ...more }, { as }),
  addTrack: (as: TestMember, songswapid: number, trackid: number, more: object = {}) =>
    post('/api/add-song-swap-track', { user: as.name, songswapid, trackid, ...more }, { as }),
  rate: (as: TestMember, songswapid: number, reaction: number | string, more: object = {}) =>
    post('/api/add-song-swap-reaction', { user: as.name, songswapid, reaction, ...more }, { as }),
  decline: (as: TestMember, songswapid: number, more: object = {}) =>
    post('/api/decline-song-swap', { user: as.name, songswapid, ...more }, { as }),
  withdraw: (as: TestMember, songswapid: number, more: object = {}) =>
    post('/api/withdraw-song-swap', { user: as.name, songswapid, ...more }, { as }),
  share: (as: TestMember, songswapid: number, more: object = {}) =>
    post('/api/share-song-swap', { user: as.name, songswapid, ...more }, { as }),
  unshare: (as: TestMember, songswapid: number, more: object = {}) =>
    post('/api/unshare-song-swap', { user: as.name, songswapid, ...more }, { as }),
})
