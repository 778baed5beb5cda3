import { markActivityRead as endpoint } from '#contract/activity/activity.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const markActivityRead = defineSender({
  ...actions.markActivityRead,
  isRepeatable: true,
  send: (call, { user, upTo }, client_id) => call(endpoint, { user, up_to: String(upTo), client_id }),
  label: () => 'Mark activity read',
})
