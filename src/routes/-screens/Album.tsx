import { getRouteApi } from '@tanstack/react-router'
import { AlbumPage } from '#src/listening/music/AlbumPage.tsx'
import { albumQuery } from '#src/listening/music/queries.ts'
import { InvitationIfMissing, MusicInvitation, MusicScreen } from './MusicScreen.tsx'

const route = getRouteApi('/album/$id')

export const Album = () => (
  <MusicScreen kind="Album" text={route.useParams().id}>
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
