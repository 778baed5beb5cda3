import { createFileRoute } from '@tanstack/react-router'
import { peopleQuery } from '#src/accounts/people/queries.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { PeopleScreen } from './-screens/PeopleScreen.tsx'

export const Route = createFileRoute('/followers/$username')({
  staticData: { title: 'Followers', beside: 'company' },
  loader: ({ context: { client }, params }) => prefetchLive(client, peopleQuery('followers', params.username)),
  component: Followers,
})

function Followers() {
  const { username } = Route.useParams()
  return <PeopleScreen key={username} list="followers" user={username} />
}
