import { addSampleListens } from '#contract/listening/sample-listens.ts'
import { defineAction } from '#src/offline/outbox/action.ts'
import * as acts from './actions.ts'

export const requestSampleListens = defineAction({
  ...acts.requestSampleListens,
  // Only the demo has them: another host's refusal is reported once, then dropped.
  outcomes: { not_allowed: 'drop', 404: 'drop', 405: 'drop', 501: 'drop' },
  isRepeatable: true,
  send: (call, { user }, client_id) => call(addSampleListens, { user, client_id }),
  label: () => 'Get sample listens',
})

export { setLoved } from './loved/senders.ts'
