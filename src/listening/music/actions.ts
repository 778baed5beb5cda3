import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Says that a link for a track leads to another song. */
export const rejectLink = defineAction({
  name: 'listening.rejectLink',
  args: v.object({
    user: v.string(),
    trackId: v.number(),
    track: v.string(),
    service: v.string(),
    /** The id of the track at the service. */
    linkId: v.string(),
  }),
  lane: ({ trackId, service, linkId }) => `link:${trackId}:${service}:${linkId}`,
  replacesLast: true,
})
