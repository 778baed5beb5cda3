import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { ProfileCard } from '#src/accounts/ProfileCard.tsx'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { isUnsent } from '#src/offline/entry.ts'
import { SignOutDialog } from '#src/outbox/SignOutDialog.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Stack } from '#src/ui/Stack.tsx'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'Profile' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, profileQuery(member))
  },
  component: Profile,
})

function Profile() {
  const { member } = useSession()
  const settings = <IconButton icon="settings" label="Settings" render={(look) => <Link to="/settings" {...look} />} />
  return (
    <Screen header={<ScreenHeader title="Profile" actions={settings} />}>
      {member === null ? <LogInPrompt text="Log in to see your profile data!" /> : <OwnProfile member={member} />}
    </Screen>
  )
}

function OwnProfile({ member }: { member: string }) {
  const live = useLive(profileQuery(member))
  return (
    <Stack gap="xl">
      <QueryState live={live} loading="Loading..." failed="Failed to fetch user profile">
        {({ profile }) =>
          profile ? (
            <Card>
              <ProfileCard profile={profile} />
            </Card>
          ) : (
            <EmptyState text="User not found" />
          )
        }
      </QueryState>
      <SignOut />
    </Stack>
  )
}

function SignOut() {
  const { leave } = useSession()
  const [isAsked, setAsked] = useState(false)
  const unsent = useOutboxSnapshot().entries.filter(isUnsent).length
  return (
    <Stack gap="m">
      {unsent > 0 && (
        <Button block variant="quiet" render={(look) => <Link to="/outbox" {...look} />}>
          {unsent} waiting to send
        </Button>
      )}
      <Button block variant="quiet" onClick={() => (unsent > 0 ? setAsked(true) : void leave('discard'))}>
        Sign Out
      </Button>
      <SignOutDialog isOpen={isAsked} onClose={() => setAsked(false)} />
    </Stack>
  )
}
