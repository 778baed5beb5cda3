import { rejectTrackLink } from '#contract/listening/music.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const rejectLink = defineSender({
  ...actions.rejectLink,
  // The link is no longer known, or the host has none.
  outcomes: { not_found: 'done', 404: 'done', 405: 'drop', 501: 'drop' },
  isRepeatable: true,
  send: (call, { user, trackId, service, linkId }, client_id) =>
    call(rejectTrackLink, { user, id: trackId, service, external_id: linkId, is_rejected: 'true', client_id }),
  label: ({ track }) => `Report a link of ${track}`,
})
