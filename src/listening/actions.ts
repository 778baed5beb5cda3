import * as v from 'valibot'
import { defineAct } from '#src/offline/outbox/action.ts'

/** Asks the demo for sample listens, so that there is something to choose from. */
export const requestSampleListens = defineAct({
  name: 'listening.sample',
  args: v.object({ user: v.string() }),
  lane: ({ user }) => `listening:${user}`,
  replacesLast: true,
})
