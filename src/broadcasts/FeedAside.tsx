import { Link } from '@tanstack/react-router'
import { ProfileCard } from '#src/accounts/ProfileCard.tsx'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session.ts'
import { ActivityLink } from '#src/activity/ActivityLink.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { ConversationsAside } from '#src/messages/ConversationsAside.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'

/** Company for the feed on a desk: who one is, or for visitors what this is. Nothing in it is missing elsewhere. */
export function FeedAside() {
  const { member } = useSession()
  return member === null ? <Welcome /> : <OwnCard member={member} />
}

function OwnCard({ member }: { member: string }) {
  const profile = useLive(profileQuery(member)).value?.profile
  return (
    <Stack gap="l">
      {profile && (
        <Card render={(look) => <Link to="/profile" {...look} />}>
          <ProfileCard profile={profile} />
        </Card>
      )}
      <ActivityLink />
      <ConversationsAside />
    </Stack>
  )
}

function Welcome() {
  return (
    <Card>
      <Stack gap="l">
        <Heading level={2} look="card">
          Every track has a flip side
        </Heading>
        <Text tone="quiet">
          Share what you listen to, swap a track with somebody, rate theirs while they rate yours. It works on a train,
          too.
        </Text>
        <Button block render={(look) => <Link to="/login" {...look} />}>
          Log In
        </Button>
        <Button block variant="quiet" render={(look) => <Link to="/signup" {...look} />}>
          Sign Up
        </Button>
      </Stack>
    </Card>
  )
}
