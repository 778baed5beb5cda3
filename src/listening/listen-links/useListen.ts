import { type MouseEvent, useEffect } from 'react'
import { useConnection } from '#src/cache/connection.ts'
import { useSaveLater } from '../later/useSaveLater.ts'
import { preloadPlayerBar } from '../player/load-player-bar.ts'
import { requestPlay } from '../player/play-request.ts'
import { toQueue, toSong } from '../player/queue.ts'
import { isSongStored } from '../player/stored-song.ts'
import { chosenService } from './chosen-service.ts'
import { markAsHeard } from './heard-tracks.ts'
import { useListedTracks } from './ListedTracks.tsx'
import { findPreferred, type ListenableTrack, type ListenOption, OWN_PAGE } from './services.ts'

interface Listen {
  readonly option: ListenOption
  /** The service that opens it, if it is not the chosen one. */
  readonly otherName: string | undefined
  readonly link: {
    readonly href: string
    readonly target: '_blank'
    readonly rel: string
    readonly onClick: (event: MouseEvent) => void
  }
  /** Plays it here; undefined if the own library lacks it. */
  readonly play: (() => void) | undefined
}

/**
 * Returns how a track is heard: from the own library, else in the chosen service, else where it is,
 * else by a search. Without a connection a track that is not stored is saved for later instead,
 * where a list for that exists.
 */
export function useListen(track: ListenableTrack): Listen {
  const chosen = chosenService.use()
  const option = findPreferred(track, chosen)
  const later = useSaveLater(track)
  const { isReachable } = useConnection()
  const isOther = option.isExact && chosen !== null && option.id !== chosen && option.id !== OWN_PAGE
  const listed = useListedTracks()
  const song = toSong(track)
  const isSong = song !== undefined
  useEffect(() => {
    if (isSong) preloadPlayerBar()
  }, [isSong])
  const play = async () => {
    if (song === undefined) return
    if (!isReachable && later !== undefined && !(await isSongStored(song.id))) return later.save()
    markAsHeard(track)
    requestPlay(toQueue(song, listed.current()))
  }
  return {
    option,
    otherName: isOther ? option.name : undefined,
    link: {
      href: option.url,
      target: '_blank',
      rel: 'noopener noreferrer',
      onClick: (event) => {
        if (isReachable || later === undefined) return markAsHeard(track)
        event.preventDefault()
        void later.save()
      },
    },
    play: song && (() => void play()),
  }
}
