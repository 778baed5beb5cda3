import { createFileRoute } from '@tanstack/react-router'
import { Track } from './-screens/Track.tsx'

export const Route = createFileRoute('/track/$id')({
  staticData: { title: 'Track' },
  loader: async ({ context: { client, member }, params }) => {
    if (member === null)
      await (await import('./-screens/music-prefetches.ts')).prefetchMusic(client, 'track', params.id)
  },
  component: Track,
})
