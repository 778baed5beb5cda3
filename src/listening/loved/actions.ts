import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

export const setLoved = defineAction({
  name: 'listening.setLoved',
  args: v.object({
    user: v.string(),
    /** Null: a track that has no row on the server, or none that is known here. */
    trackId: v.nullable(v.number()),
    track: v.string(),
    artist: v.string(),
    isLoved: v.boolean(),
  }),
  lane: ({ artist, track }) => `loved:${artist.toLowerCase()}\n${track.toLowerCase()}`,
  replacesLast: true,
})
