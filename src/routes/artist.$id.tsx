import { createFileRoute, Navigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { Period } from '#contract/wire.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { ArtistNotFound, KnownArtist, LoadingArtist } from '#src/listening/KnownArtist.tsx'
import { TopListens } from '#src/listening/leaderboard/TopListens.tsx'
import { ArtistMusic } from '#src/listening/music/ArtistMusic.tsx'
import { artistQuery } from '#src/listening/queries.ts'
import { readStoredMember } from '#src/startup/stored-member.ts'
import { useIsSpecOnly } from '#src/status/useHostAdds.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { LoadingHead } from '#src/ui/PictureHead.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { InvitationIfMissing, MusicInvitation } from './-screens/MusicScreen.tsx'

/** The period in a leaderboard's URL; an invalid one is the spec's, overall. */
const PeriodFromUrl = v.optional(v.fallback(Period, 'overall'))

export const Route = createFileRoute('/artist/$id')({
  staticData: { title: 'Top Listens Leaderboard' },
  validateSearch: v.object({ period: PeriodFromUrl }),
  loader: async ({ context: { client, member }, params }) => {
    const id = parseArtistId(params.id)
    if (id !== undefined) prefetchLive(client, artistQuery(id))
    if (member === null)
      await (await import('./-screens/music-prefetches.ts')).prefetchMusic(client, 'artist', params.id)
  },
  component: TopListensLeaderboard,
})

function TopListensLeaderboard() {
  const { member } = useSession()
  const { id: text } = Route.useParams()
  const { period = 'overall' } = Route.useSearch()
  const back = useWayBack({ to: '/profile', label: 'Back to Profile' })
  const id = parseArtistId(text)
  const isSpecOnly = useIsSpecOnly()
  const next = `/artist/${text}${period === 'overall' ? '' : `?period=${period}`}`
  // The spec's rule; a host with our additions has music for visitors (decision 91).
  if (isSpecOnly === true && member === null && isSignedOut()) return <Navigate to="/login" search={{ next }} replace />
  const actions = (
    <>
      <RefreshButton />
      <ShareButton label="Share Leaderboard" title="Top Listens Leaderboard" path={`/artist/${text}`} />
    </>
  )
  return (
    <Screen
      isSpread
      header={<ScreenHeader title="Top Listens Leaderboard" back={back} actions={id !== undefined && actions} />}
    >
      {id === undefined && <ArtistNotFound />}
      {id !== undefined && (
        <KnownArtist
          id={id}
          loading={
            <LoadingHead>
              <LoadingArtist />
            </LoadingHead>
          }
        >
          {(artist) => (
            <Panes
              lead={<TopListens key={artist.id} artist={artist} member={member} period={period} />}
              side={<ArtistMusic id={artist.id} member={member} />}
            >
              {member === null && <MusicInvitation />}
            </Panes>
          )}
        </KnownArtist>
      )}
      {id !== undefined && member === null && (
        <InvitationIfMissing query={artistQuery(id)} hasContent={({ artist }) => artist !== null} />
      )}
    </Screen>
  )
}

/** Returns whether no member is signed in. The spec's key is set a moment before the session. */
const isSignedOut = () => readStoredMember() === null
