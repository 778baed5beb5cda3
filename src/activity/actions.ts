import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Marks activity as seen, up to the last shown entry's id (a number in former versions). */
export const markActivityRead = defineAction({
  name: 'activity.read',
  isSilent: true,
  args: v.object({ user: v.string(), upTo: v.union([v.string(), v.number()]) }),
  lane: () => 'activity',
  replacesLast: true, // the lane holds nothing else, and seen entries stay seen
})
