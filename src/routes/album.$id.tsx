import { createFileRoute } from '@tanstack/react-router'
import { AlbumPage } from '#src/listening/music/AlbumPage.tsx'
import { albumQuery } from '#src/listening/music/queries.ts'
import { InvitationIfMissing, MusicInvitation, MusicScreen } from './-screens/MusicScreen.tsx'

export const Route = createFileRoute('/album/$id')({
  staticData: { title: 'Album' },
  loader: async ({ context: { client, member }, params }) => {
    if (member === null)
      await (await import('./-screens/music-prefetches.ts')).prefetchMusic(client, 'album', params.id)
  },
  component: Album,
})

function Album() {
  return (
    <MusicScreen kind="Album" text={Route.useParams().id}>
      {(id, member) => (
        <>
          <AlbumPage key={id} id={id} member={member}>
            {member === null && <MusicInvitation />}
          </AlbumPage>
          {member === null && <InvitationIfMissing query={albumQuery(id)} hasContent={(page) => page?.album != null} />}
        </>
      )}
    </MusicScreen>
  )
}
