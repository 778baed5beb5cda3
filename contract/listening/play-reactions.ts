import { changeQuery, defineMemberWrite } from '../endpoint-kinds.ts'
import { Moment, TrueOrFalse, Username } from '../wire.ts'
import { WrittenName } from './track-names.ts'

/** The most that the clocks of player and server differ for one play. */
export const SAME_PLAY_MS = 120_000

/**
 * There is one reaction kind, a heart. The play is named as it was shown, since a track that plays
 * need not be known here. A repeat changes nothing.
 */
export const reactToPlay = defineMemberWrite({
  path: '/api/user/react-to-play',
  summary: 'Reacts to what a member plays or has played, or takes that back. 404 without such a play.',
  visibility: 'listening',
  query: changeQuery({
    member: Username,
    artist: WrittenName,
    track: WrittenName,
    played_at: Moment,
    is_reacted: TrueOrFalse,
  }),
  failure: 'Failed to react',
})
