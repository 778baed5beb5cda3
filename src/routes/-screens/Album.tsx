import { getRouteApi } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { AlbumPage } from '#src/listening/music/AlbumPage.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { MemberScreen } from './MemberScreen.tsx'

const route = getRouteApi('/album/$id')

/** The page of the album in the URL. */
export function Album() {
  const { id: text } = route.useParams()
  const id = parseArtistId(text)
  const actions = (
    <>
      <RefreshButton />
      <ShareButton label="Share Album" title="Album" path={`/album/${text}`} />
    </>
  )
  return (
    <MemberScreen isSpread title="Album" back={useWayBack()} actions={id !== undefined && actions}>
      {(member) =>
        id === undefined ? <EmptyState text="Album not found" /> : <AlbumPage key={id} id={id} member={member} />
      }
    </MemberScreen>
  )
}
