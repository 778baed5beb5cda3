import { inTransaction } from '#server/http/attempt.ts'
import { findTrackByName, insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { lockIdentities } from '#server/listening/catalogue/lock.ts'
import { isScrobble } from '#server/listening/listens/scrobble.ts'
import { setFeedback } from '#server/listening/loved/store.ts'
import { findClient, findWriter, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { readNamedTrack, readPlaying, readScrobbles } from './audioscrobbler2-params.ts'
import { toNowPlayingResponse, toScrobblesResponse } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { playNow } from './now-playing.ts'

async function scrobble(call: MethodCall): Promise<LastfmValue> {
  const bearer = await findWriter(call)
  const sent = readScrobbles(call.params, call.api.now().getTime() / 1000, findClient(call.c))
  const rows = sent.map((submission) => submission.row)
  await call.players.accept(bearer, rows)
  return toScrobblesResponse(sent)
}

async function updateNowPlaying(call: MethodCall): Promise<LastfmValue> {
  const bearer = await findWriter(call)
  const now = call.api.now()
  const sent = readPlaying(call.params, now.getTime() / 1000, findClient(call.c))
  if (isScrobble(sent.row)) await playNow(call.api, bearer, sent.row, now)
  return toNowPlayingResponse(sent)
}

/** Score 0 ends a love or a hate. A track that is not loved is no error, as at Last.fm. */
async function score(call: MethodCall, value: 1 | 0): Promise<LastfmValue> {
  const { memberId, isSuspended } = await findWriter(call)
  const now = call.api.now()
  const track = readNamedTrack(call.params)
  if (isSuspended) return {}
  await inTransaction(call.api.db, async (tx) => {
    // The track id stays valid until the transaction ends.
    await lockIdentities(tx)
    const trackId = value === 1 ? (await insertTracks(tx, [track]))[0] : await findTrackByName(tx, track)
    if (trackId !== undefined) await setFeedback(tx, memberId, { trackId }, value, now)
  })
  return {}
}

export const trackMethods: Readonly<Record<string, Method>> = {
  'track.scrobble': scrobble,
  'track.updatenowplaying': updateNowPlaying,
  'track.love': (call) => score(call, 1),
  'track.unlove': (call) => score(call, 0),
}
