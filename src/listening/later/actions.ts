import * as v from 'valibot'
import { laterSources } from '#contract/listening/later-tracks.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

export const setLater = defineAction({
  name: 'listening.setLater',
  args: v.object({
    user: v.string(),
    /** Null: a track without a page that is known here. */
    trackId: v.nullable(v.number()),
    track: v.string(),
    artist: v.string(),
    isSaved: v.boolean(),
    /** A `LaterSource`. */
    source: v.optional(v.object({ kind: v.picklist(laterSources), id: v.number(), user: v.string() })),
  }),
  lane: ({ artist, track }) => `later:${artist.toLowerCase()}\n${track.toLowerCase()}`,
  replacesLast: true,
})
