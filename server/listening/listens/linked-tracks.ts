import { listServiceTracks } from '../links/sent-links.ts'
import type { LinkedTrack } from '../links/track-links.ts'
import type { ListenDetails } from './listen-details.ts'

/** A listen to a track, with what it says about where the track can be played. */
interface LinkingListen {
  readonly trackId: number
  readonly details?: ListenDetails | undefined
}

export const hasLinks = (details: ListenDetails | undefined): boolean =>
  details?.links !== undefined || details?.recordingMbid !== undefined

export const listLinkedTracks = (listens: readonly LinkingListen[]): readonly LinkedTrack[] =>
  listens.flatMap(({ trackId, details }) => {
    const { links, recordingMbid } = details ?? {}
    const tracks = links === undefined ? [] : listServiceTracks(links)
    const all =
      recordingMbid === undefined ? tracks : [...tracks, { service: 'musicbrainz' as const, id: recordingMbid }]
    return all.map((track) => ({ trackId, ...track }))
  })
