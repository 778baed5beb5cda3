import { createFileRoute } from '@tanstack/react-router'
import { peopleQuery } from '#src/accounts/people/queries.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { PeopleScreen } from './-screens/PeopleScreen.tsx'

export const Route = createFileRoute('/following/$username')({
  staticData: { title: 'Following', beside: 'company' },
  loader: ({ context: { client }, params }) => prefetchLive(client, peopleQuery('following', params.username)),
  component: Following,
})

function Following() {
  const { username } = Route.useParams()
  return <PeopleScreen key={username} list="following" user={username} />
}
