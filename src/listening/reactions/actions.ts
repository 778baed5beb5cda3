import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

export const reactToPlay = defineAction({
  name: 'listening.reactToPlay',
  args: v.object({
    user: v.string(),
    /** The member that plays the track. */
    member: v.string(),
    artist: v.string(),
    track: v.string(),
    /** ISO 8601, UTC: the start of the play as it was shown. */
    playedAt: v.string(),
    isReacted: v.boolean(),
  }),
  // Not by the time: a play and its listen differ in it.
  lane: ({ member, artist, track }) => `reaction:${member}\n${artist}\n${track}`.toLowerCase(),
})
