import { loveTrack } from '#contract/listening/loved-tracks.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const setLoved = defineSender({
  ...actions.setLoved,
  isRepeatable: true,
  send: (call, { user, artist, track, isLoved }, client_id) =>
    call(loveTrack, { user, artist, track, is_loved: isLoved ? 'true' : 'false', client_id }),
  label: ({ track, isLoved }) => `${isLoved ? 'Love' : 'No longer love'} ${track}`,
})
