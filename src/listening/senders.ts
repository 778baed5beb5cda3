import {
  addListen as adding,
  correctListen as correcting,
  deleteListen as deleting,
} from '#contract/listening/listens.ts'
import { removeListens as removing } from '#contract/listening/remove-listens.ts'
import { addSampleListens } from '#contract/listening/sample-listens.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const requestSampleListens = defineSender({
  ...actions.requestSampleListens,
  // Only the demo has them: another host's refusal is reported once, then dropped.
  outcomes: { not_allowed: 'drop', 404: 'drop', 405: 'drop', 501: 'drop' },
  isRepeatable: true,
  send: (call, { user }, client_id) => call(addSampleListens, { user, client_id }),
  label: () => 'Get sample listens',
})

export const deleteListen = defineSender({
  ...actions.deleteListen,
  outcomes: { not_found: 'done', 404: 'done' },
  isRepeatable: true,
  send: (call, { user, id }, client_id) => call(deleting, { user, id, client_id }),
  label: ({ track }) => `Delete a listen to ${track}`,
})

export const correctListen = defineSender({
  ...actions.correctListen,
  // The listen was deleted on another device.
  outcomes: { not_found: 'drop', 404: 'drop' },
  isRepeatable: true,
  send: (call, { was: _was, ...correction }, client_id) => call(correcting, { ...correction, client_id }),
  label: ({ was, scope }) =>
    scope === 'one'
      ? `Correct a listen to ${was.track}`
      : `Correct listens to ${scope === 'artist' ? was.artist : was.track}`,
})

export const addListen = defineSender({
  ...actions.addListen,
  isRepeatable: true,
  send: (call, { listenedAt, ...listen }, client_id) => call(adding, { ...listen, listened_at: listenedAt, client_id }),
  label: ({ track }) => `Add a listen to ${track}`,
})

export { setIgnored } from './ignored/senders.ts'
export const removeListens = defineSender({
  ...actions.removeListens,
  // The import was deleted, or what it added is not known any more.
  outcomes: { 404: 'drop' },
  isRepeatable: true,
  send: (call, { keptSource, ...removal }, client_id) =>
    call(removing, { ...removal, kept_source: keptSource, client_id }),
  label: ({ what }) =>
    what === 'import' ? 'Undo an import' : what === 'source' ? 'Delete a source' : 'Change possible doubles',
})

export { setLater } from './later/senders.ts'
export { setLoved } from './loved/senders.ts'
export { rejectLink } from './music/senders.ts'
export { addPlay } from './player/senders.ts'
export { reactToPlay } from './reactions/senders.ts'
