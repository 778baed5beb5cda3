import { useEffect, useState, useSyncExternalStore } from 'react'
import { reportPlaying } from '#contract/listening/music-library.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { call } from '#src/api/call.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { toast } from '#src/ui/toast.ts'
import { addPlay } from './actions.ts'
import { createPlayer, type Player } from './create-player.ts'
import { requestPlay } from './play-request.ts'
import type { PlayerState, SongPlay } from './player-state.ts'
import type { LibrarySong, PlayQueue } from './queue.ts'

/** Plays a queue while mounted, and reports what was heard. */
export function usePlayer(queue: PlayQueue): { readonly player: Player; readonly state: PlayerState } {
  const reports = useReports()
  const [player] = useState(createPlayer)
  useEffect(() => player.setReports(reports))
  useEffect(() => player.start(queue), [player, queue])
  useEffect(
    () => () => {
      player.close()
      // After a sign-out the next member must not hear it.
      requestPlay(null)
    },
    [player],
  )
  return { player, state: useSyncExternalStore(player.subscribe, player.getState) }
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
