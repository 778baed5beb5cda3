import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, Done, Moment, TrueOrFalse, Username } from '../wire.ts'
import { WrittenName } from './track-names.ts'

/** The most that the clocks of player and server differ for one play. */
export const SAME_PLAY_MS = 120_000

/**
 * There is one reaction kind, a heart. The play is named as it was shown, since a track that plays
 * need not be known here. A repeat changes nothing.
 */
export const reactToPlay = defineEndpoint({
  method: 'POST',
  path: '/api/user/react-to-play',
  addition: true,
  summary: 'Reacts to what a member plays or has played, or takes that back. 404 without such a play.',
  access: 'member',
  actor: 'user',
  visibility: 'listening',
  query: v.object({
    user: Username,
    member: Username,
    artist: WrittenName,
    track: WrittenName,
    played_at: Moment,
    is_reacted: TrueOrFalse,
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to react',
})
