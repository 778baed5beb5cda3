import { createFileRoute } from '@tanstack/react-router'
import { Album } from './-screens/Album.tsx'

export const Route = createFileRoute('/album/$id')({
  staticData: { title: 'Album' },
  loader: async ({ context: { client, member }, params }) => {
    if (member === null)
      await (await import('./-screens/music-prefetches.ts')).prefetchMusic(client, 'album', params.id)
  },
  component: Album,
})
