import { reactToPlay as endpoint } from '#contract/listening/play-reactions.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const reactToPlay = defineSender({
  ...actions.reactToPlay,
  // The play has left the history of its member, or is no longer visible.
  outcomes: ({ isReacted }) => (isReacted ? { 404: 'drop' } : { 404: 'done' }),
  isRepeatable: true,
  send: (call, { playedAt, isReacted, ...play }, client_id) =>
    call(endpoint, { ...play, played_at: playedAt, is_reacted: isReacted ? 'true' : 'false', client_id }),
  label: ({ member, track, isReacted }) =>
    isReacted ? `React to ${track}, played by ${member}` : `No longer react to ${track}, played by ${member}`,
})
