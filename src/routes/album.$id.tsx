import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { AlbumPage } from '#src/listening/music/AlbumPage.tsx'
import { MusicInvitation, MusicScreen } from './-screens/MusicScreen.tsx'

export const Route = createFileRoute('/album/$id')({
  staticData: { title: 'Album' },
  loader: async ({ context: { client, member }, params }) => {
    if (member === null)
      await (await import('./-screens/music-prefetches.ts')).prefetchMusic(client, 'album', params.id)
  },
  component: Album,
})

const route = getRouteApi('/album/$id')

function Album() {
  return (
    <MusicScreen kind="Album" text={route.useParams().id}>
      {(id, member) => (
        <AlbumPage key={id} id={id} member={member}>
          {member === null && <MusicInvitation />}
        </AlbumPage>
      )}
    </MusicScreen>
  )
}
