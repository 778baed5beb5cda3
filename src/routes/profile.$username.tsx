import { createFileRoute, redirect } from '@tanstack/react-router'
import { isSameName } from '#contract/accounts/names.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { MemberProfile } from './-screens/MemberProfile.tsx'

/** Returns the name in a link, without a leading @. */
const toName = (username: string) => username.trim().replace(/^@/, '')

export const Route = createFileRoute('/profile/$username')({
  staticData: { title: 'Profile' },
  beforeLoad: ({ context: { member }, params }) => {
    if (member !== null && isSameName(toName(params.username), member))
      redirect({ to: '/profile', replace: true, throw: true })
  },
  loader: ({ context: { client }, params }) => prefetchLive(client, profileQuery(toName(params.username))),
  component: OtherProfile,
})

function OtherProfile() {
  const name = toName(Route.useParams().username)
  return <MemberProfile key={name} name={name} />
}
