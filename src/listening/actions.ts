import * as v from 'valibot'
import { addSampleListens } from '#contract/listening.ts'
import { defineAction } from '#src/offline/action.ts'

/** Asks the demo for sample listens, so that there is something to choose from. */
export const requestSampleListens = defineAction({
  name: 'listening.sample',
  args: v.object({ user: v.string() }),
  lane: ({ user }) => `listening:${user}`,
  replaces: () => true,
  // Only the demo has them: elsewhere it is told once and done with.
  outcomes: { not_allowed: 'drop', 404: 'drop', 405: 'drop', 501: 'drop' },
  isRepeatable: true,
  send: (call, { user }, client_id) => call(addSampleListens, { user, client_id }),
  label: () => 'Get sample listens',
})
