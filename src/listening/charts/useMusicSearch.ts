import { useConnection } from '#src/cache/connection.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { useSettled } from '#src/ui/useSettled.ts'
import { searchMusicQuery } from '../music/queries.ts'
import type { Song } from '../queries.ts'

const AFTER_TYPING_MS = 250
/** The shortest and the longest term that the server searches for. */
const TERM_MIN = 2
const TERM_MAX = 100

interface MusicSearch {
  /** `off`: nothing to search for. `offline`: not stored, and nothing can be requested. */
  state: 'off' | 'offline' | 'on'
  /** Tracks that members have played; null from a host without this search. */
  live: Live<readonly Song[] | null>
}

/** Searches tracks of all members once per settled term, aborting the last one; not offline. */
export function useMusicSearch(typed: string, isWanted: boolean): MusicSearch {
  const { isReachable } = useConnection()
  const term = typed.trim().slice(0, TERM_MAX)
  const isSearched = isWanted && term.length >= TERM_MIN
  const isSettled = useSettled(term, AFTER_TYPING_MS) === term
  const live = useLive(searchMusicQuery(term), { enabled: isSearched && isSettled && isReachable })
  const isOffline = live.value === undefined && !isReachable
  return {
    state: !isSearched ? 'off' : isOffline ? 'offline' : 'on',
    live: { ...live, value: live.value && live.value.tracks.map(toSong) },
  }
}

const toSong = ({ id, name, artist }: { id: number; name: string; artist: string }): Song => ({
  id,
  name,
  artist,
  playCount: 0,
  url: '',
  track_url: '',
})
