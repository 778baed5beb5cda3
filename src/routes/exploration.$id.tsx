import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { type BackLink, ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { EstimatedExploration } from '#src/listening/exploration/EstimatedExploration.tsx'
import { Exploration } from '#src/listening/exploration/Exploration.tsx'
import { ArtistNotFound, KnownArtist, LoadingArtist } from '#src/listening/KnownArtist.tsx'
import { explorationQuery } from '#src/listening/queries.ts'
import { ShareButton } from '#src/ui/ShareButton.tsx'

export const Route = createFileRoute('/exploration/$id')({
  staticData: { title: 'Exploration Leaderboard' },
  loader: ({ context: { client, member }, params }) => {
    const id = parseArtistId(params.id)
    if (id !== undefined) prefetchLive(client, explorationQuery(id, member))
  },
  component: ExplorationLeaderboard,
})

function ExplorationLeaderboard() {
  const { member } = useSession()
  const { id: text } = Route.useParams()
  const id = parseArtistId(text)
  const actions = (
    <>
      <RefreshButton />
      <ShareButton label="Share Exploration" title="Exploration Leaderboard" path={`/exploration/${text}`} />
    </>
  )
  return (
    <Screen
      isSpread
      header={
        <ScreenHeader
          title="Exploration Leaderboard"
          back={createBackLink(text, member)}
          actions={id !== undefined && actions}
        />
      }
    >
      {id === undefined ? <ArtistNotFound /> : <Explored id={id} member={member} />}
    </Screen>
  )
}

/** Returns the back link: visitors have no leaderboard. */
const createBackLink = (id: string, member: string | null): BackLink =>
  member === null
    ? { label: 'Back to Feed', to: '/' }
    : { label: 'Back to Leaderboard', to: '/artist/$id', params: { id } }

/** Without the addition every artist is a 404: then the spec's endpoint decides. */
function Explored({ id, member }: { id: number; member: string | null }) {
  const live = useLive(explorationQuery(id, member))
  return (
    <QueryState
      live={live}
      loading={<LoadingArtist />}
      failed="Failed to load the artist"
      lacking={
        <KnownArtist id={id}>{(artist) => <EstimatedExploration artist={artist} member={member} />}</KnownArtist>
      }
    >
      {(response) => <Exploration response={response} member={member} />}
    </QueryState>
  )
}
