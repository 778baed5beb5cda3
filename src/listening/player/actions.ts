import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

export const addPlay = defineAction({
  name: 'listening.addPlay',
  args: v.object({
    user: v.string(),
    trackId: v.number(),
    track: v.string(),
    /** The start of the play, ISO 8601, UTC. */
    listenedAt: v.string(),
    playedMs: v.number(),
    /** 0: unknown. */
    durationMs: v.number(),
  }),
  lane: () => 'plays',
})
