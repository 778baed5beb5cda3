import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { storeTrack } from '#src/swaps/stored.ts'
import { startMatching } from '#src/swaps/useMatch.ts'

interface ListenedTrack {
  readonly id: number
  readonly title: string
  readonly artist: string
}

export function useTrackActions(member: string | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    broadcast: ({ id, title, artist }: ListenedTrack) =>
      void navigate({ to: '/broadcast-track', search: { track: String(id), title, artist } }),
    swap: ({ id, title, artist }: ListenedTrack) => {
      if (member === null) return
      storeTrack({ id, name: title, artist, playCount: 0, url: '', track_url: '' })
      startMatching(client, member)
      void navigate({ to: '/track-swap' })
    },
  }
}
