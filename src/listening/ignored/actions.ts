import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Leaves an artist out of all counts for the member, or counts it again. */
export const setIgnored = defineAction({
  name: 'listening.setIgnored',
  args: v.object({ user: v.string(), id: v.number(), artist: v.string(), isIgnored: v.boolean() }),
  lane: ({ id }) => `ignored:${id}`,
  replacesLast: true,
})
