import { createFileRoute } from '@tanstack/react-router'
import { OneBroadcast } from '#src/broadcasts/OneBroadcast.tsx'
import { broadcastQuery } from '#src/broadcasts/one/queries.ts'
import { repliesQuery } from '#src/broadcasts/replies/queries.ts'
import { prefetchContent, prefetchFilled } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

const idIn = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

export const Route = createFileRoute('/broadcast/$id')({
  staticData: { title: 'Broadcast', beside: 'company' },
  loader: ({ context: { client, member }, params }) => {
    const id = idIn(params.id)
    if (id === undefined) return undefined
    return Promise.all([
      prefetchContent(client, broadcastQuery(member, id)),
      prefetchFilled(client, repliesQuery(member, id)),
    ])
  },
  component: BroadcastScreen,
})

function BroadcastScreen() {
  const id = idIn(Route.useParams().id)
  return (
    <Screen
      variant="flush"
      header={<ScreenHeader title="Broadcast" back={useWayBack({ to: '/', label: 'Back to Feed' })} />}
    >
      {id === undefined ? <EmptyState icon="feed" text="Broadcast not found" /> : <OneBroadcast key={id} id={id} />}
    </Screen>
  )
}
