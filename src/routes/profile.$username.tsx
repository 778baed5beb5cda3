import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { isSameName } from '#contract/accounts/names.ts'
import { peopleQuery } from '#src/accounts/people/queries.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { memberBroadcastsQuery } from '#src/broadcasts/of-member/queries.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import { liveOptions, prefetchContent, prefetchFilled } from '#src/cache/live.ts'
import { lovedOfOtherQuery } from '#src/listening/loved/queries.ts'
import { playingQuery } from '#src/listening/now-playing/queries.ts'
import { topArtistsQuery } from '#src/listening/queries.ts'
import { MemberProfile } from './-screens/MemberProfile.tsx'

const toName = (username: string) => username.trim().replace(/^@/, '')

export const Route = createFileRoute('/profile/$username')({
  staticData: { title: 'Profile' },
  beforeLoad: ({ context: { member }, params }) => {
    if (member !== null && isSameName(toName(params.username), member))
      redirect({ to: '/profile', replace: true, throw: true })
  },
  loader: async ({ context: { client, member }, params }) => {
    const query = profileQuery(toName(params.username))
    await prefetchContent(client, query)
    const profile = client.getQueryData(liveOptions(query).queryKey)?.response.userProfile[0]
    if (profile !== undefined && profile.is_private !== 1) await prefetchParts(client, profile.profile, member)
  },
  component: OtherProfile,
})

/** Takes the responses for parts of a profile from a filled page. */
const prefetchParts = (client: QueryClient, name: string, member: string | null) =>
  Promise.all([
    prefetchFilled(client, peopleQuery('followers', name)),
    prefetchFilled(client, peopleQuery('following', name)),
    prefetchFilled(client, playingQuery(name)),
    prefetchFilled(client, topBroadcastedQuery(name, member)),
    prefetchFilled(client, topArtistsQuery(name)),
    prefetchFilled(client, lovedOfOtherQuery(name)),
    prefetchFilled(client, memberBroadcastsQuery(name, member)),
  ])

function OtherProfile() {
  const name = toName(Route.useParams().username)
  return <MemberProfile key={name} name={name} />
}
