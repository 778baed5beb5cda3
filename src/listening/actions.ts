import * as v from 'valibot'
import { defineAct } from '#src/offline/outbox/action.ts'

/** Requests sample listens from the demo, so that there are tracks to choose from. */
export const requestSampleListens = defineAct({
  name: 'listening.sample',
  args: v.object({ user: v.string() }),
  lane: ({ user }) => `listening:${user}`,
  replacesLast: true,
})
