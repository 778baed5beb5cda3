import { saveForLater } from '#contract/listening/later-tracks.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const setLater = defineSender({
  ...actions.setLater,
  isRepeatable: true,
  send: (call, { user, artist, track, isSaved, source }, client_id) =>
    call(saveForLater, {
      user,
      artist,
      track,
      is_saved: isSaved ? 'true' : 'false',
      ...(source && { from_kind: source.kind, from_id: source.id }),
      client_id,
    }),
  label: ({ track, isSaved }) => (isSaved ? `Listen to ${track} later` : `Remove ${track} from Listen later`),
})
