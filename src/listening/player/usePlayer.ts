import { useEffect, useState, useSyncExternalStore } from 'react'
import { reportPlaying } from '#contract/listening/music-library.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { call } from '#src/api/call.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { toast } from '#src/ui/toast.ts'
import { addPlay } from './actions.ts'
import { createPlayer, type Player } from './create-player.ts'
import { followPlace } from './follow-place.ts'
import { type PlayRequest, requestPlay } from './play-request.ts'
import type { PlayerState, SongPlay } from './player-state.ts'
import type { LibrarySong } from './queue.ts'
import { deletePlace, readPlace } from './stored-place.ts'

/** Plays a queue or shows the stored one while mounted, and reports what was heard. */
export function usePlayer(request: PlayRequest): { readonly player: Player; readonly state: PlayerState } {
  const { member } = useSession()
  const reports = useReports()
  const [player] = useState(() => openPlayer(request, member))
  useEffect(() => player.setReports(reports))
  useEffect(() => (member === null ? undefined : followPlace(player, member)), [player, member])
  useEffect(() => {
    if (request !== 'stored') player.start(request)
    else if (player.getState().queue.songs.length === 0) requestPlay(null)
  }, [player, request])
  useEffect(
    () => () => {
      player.close()
      deletePlace()
      // After a sign-out the next member must not hear it.
      requestPlay(null)
    },
    [player],
  )
  return { player, state: useSyncExternalStore(player.subscribe, player.getState) }
}

/** Returns a player that shows the request from its first render on. */
function openPlayer(request: PlayRequest, member: string | null): Player {
  const player = createPlayer()
  const place = request === 'stored' ? readPlace(member) : { queue: request, position: 0, duration: 0 }
  if (place !== undefined) player.restore(place)
  return player
}

function useReports() {
  const { member } = useSession()
  const { isReachable } = useConnection()
  const { dispatch } = useDispatch()
  return {
    onListen: ({ song, startedAt, playedMs, durationMs }: SongPlay) => {
      if (member === null) return
      const of = { user: member, trackId: song.id, track: song.name }
      void dispatch(addPlay, { ...of, listenedAt: startedAt.toISOString(), playedMs, durationMs })
    },
    onStart: ({ song, durationMs }: SongPlay) => {
      if (member === null || !isReachable) return
      // Others see it for minutes only: a failed report is not repeated.
      call(reportPlaying, { user: member, track_id: song.id, duration_ms: durationMs }).catch(() => undefined)
    },
    onSkip: ({ name }: LibrarySong, reason: string) => void toast({ title: `Skipped ${name}`, description: reason }),
  }
}
