import { ignoreArtist } from '#contract/listening/ignored-artists.ts'
import { saveForLater } from '#contract/listening/later-tracks.ts'
import {
  addListen as adding,
  correctListen as correcting,
  deleteListen as deleting,
} from '#contract/listening/listens.ts'
import { loveTrack } from '#contract/listening/loved-tracks.ts'
import { rejectTrackLink } from '#contract/listening/music.ts'
import { reportPlay } from '#contract/listening/music-library.ts'
import { reactToPlay as reacting } from '#contract/listening/play-reactions.ts'
import { removeListens as removing } from '#contract/listening/remove-listens.ts'
import { addSampleListens } from '#contract/listening/sample-listens.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'
import * as ignored from './ignored/actions.ts'
import * as later from './later/actions.ts'
import * as loved from './loved/actions.ts'
import * as music from './music/actions.ts'
import * as player from './player/actions.ts'
import * as reactions from './reactions/actions.ts'

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

export const setIgnored = defineSender({
  ...ignored.setIgnored,
  isRepeatable: true,
  send: (call, { user, id, isIgnored }, client_id) =>
    call(ignoreArtist, { user, id, is_ignored: isIgnored ? 'true' : 'false', client_id }),
  label: ({ artist, isIgnored }) => (isIgnored ? `Ignore ${artist}` : `Count ${artist} again`),
})

export const setLater = defineSender({
  ...later.setLater,
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

export const setLoved = defineSender({
  ...loved.setLoved,
  isRepeatable: true,
  send: (call, { user, artist, track, isLoved }, client_id) =>
    call(loveTrack, { user, artist, track, is_loved: isLoved ? 'true' : 'false', client_id }),
  label: ({ track, isLoved }) => `${isLoved ? 'Love' : 'No longer love'} ${track}`,
})

export const rejectLink = defineSender({
  ...music.rejectLink,
  // The link is no longer known, or the host has none.
  outcomes: { not_found: 'done', 404: 'done', 405: 'drop', 501: 'drop' },
  isRepeatable: true,
  send: (call, { user, trackId, service, linkId }, client_id) =>
    call(rejectTrackLink, { user, id: trackId, service, external_id: linkId, is_rejected: 'true', client_id }),
  label: ({ track }) => `Report a link of ${track}`,
})

export const addPlay = defineSender({
  ...player.addPlay,
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

export const reactToPlay = defineSender({
  ...reactions.reactToPlay,
  // The play has left the history of its member, or is no longer visible.
  outcomes: ({ isReacted }) => (isReacted ? { 404: 'drop' } : { 404: 'done' }),
  isRepeatable: true,
  send: (call, { playedAt, isReacted, ...play }, client_id) =>
    call(reacting, { ...play, played_at: playedAt, is_reacted: isReacted ? 'true' : 'false', client_id }),
  label: ({ member, track, isReacted }) =>
    isReacted ? `React to ${track}, played by ${member}` : `No longer react to ${track}, played by ${member}`,
})
