import { reportPlay } from '#contract/listening/music-library.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const addPlay = defineSender({
  ...actions.addPlay,
  // The track was deleted meanwhile: nothing can be added to it.
  outcomes: { 404: 'drop' },
  // The server counts a play once, by its start.
  isRepeatable: true,
  send: (call, { user, trackId, listenedAt, playedMs, durationMs }, client_id) =>
    call(reportPlay, {
      user,
      track_id: trackId,
      listened_at: listenedAt,
      played_ms: playedMs,
      duration_ms: durationMs,
      client_id,
    }),
  label: ({ track }) => `Add a listen to ${track}`,
})
