import { ignoreArtist } from '#contract/listening/ignored-artists.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const setIgnored = defineSender({
  ...actions.setIgnored,
  isRepeatable: true,
  send: (call, { user, id, isIgnored }, client_id) =>
    call(ignoreArtist, { user, id, is_ignored: isIgnored ? 'true' : 'false', client_id }),
  label: ({ artist, isIgnored }) => (isIgnored ? `Ignore ${artist}` : `Count ${artist} again`),
})
