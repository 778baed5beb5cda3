import { Link } from '@tanstack/react-router'
import { ProfileCard } from '#src/accounts/profile/ProfileCard.tsx'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ConversationsAside } from '#src/messages/ConversationsAside.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Welcome } from './Welcome.tsx'

/**
 * The aside of the feed on wide screens: the member, or for visitors an introduction. All of it is
 * also available elsewhere.
 */
export function FeedAside() {
  const { member } = useSession()
  return member === null ? <Welcome /> : <OwnCard member={member} />
}

function OwnCard({ member }: { member: string }) {
  const profile = useLive(profileQuery(member)).value?.profile
  return (
    <Stack gap="l">
      {profile && (
        <Card render={(linkProps) => <Link to="/profile" {...linkProps} />}>
          <ProfileCard profile={profile} />
        </Card>
      )}
      <ConversationsAside />
    </Stack>
  )
}
