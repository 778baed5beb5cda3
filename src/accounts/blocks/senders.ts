import * as blocks from '#contract/accounts/blocks.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

/** A host without blocks refuses with 404, 405 or 501: such a JSON response is reported once, then dropped. */
const blockOutcomes = { not_found: 'done', 404: 'drop', 405: 'drop', 501: 'drop' } as const

export const setBlock = defineSender({
  ...actions.setBlock,
  outcomes: blockOutcomes,
  isRepeatable: true,
  send: (call, { user, other, isBlocked }, client_id) =>
    call(isBlocked ? blocks.block : blocks.unblock, { user, other, client_id }),
  label: ({ other, isBlocked }) => `${isBlocked ? 'Block' : 'Unblock'} ${other}`,
})

export const setMute = defineSender({
  ...actions.setMute,
  outcomes: blockOutcomes,
  isRepeatable: true,
  send: (call, { user, other, isMuted }, client_id) =>
    call(isMuted ? blocks.mute : blocks.unmute, { user, other, client_id }),
  label: ({ other, isMuted }) => `${isMuted ? 'Mute' : 'Unmute'} ${other}`,
})
