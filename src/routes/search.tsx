import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import type { UserProfile } from '#contract/accounts.ts'
import { isSameName } from '#contract/names.ts'
import { ProfileCard } from '#src/accounts/ProfileCard.tsx'
import { useSession } from '#src/accounts/session.ts'
import { UserSearch, type UserSearchTexts } from '#src/accounts/UserSearch.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: v.object({ user: v.optional(v.pipe(v.string(), v.trim())) }),
  staticData: { title: 'Find Users' },
  component: FindUsers,
})

const texts: UserSearchTexts = {
  label: 'Username',
  idle: 'Enter a username to find their profile',
  searching: 'Loading...',
  none: 'No user found with that username',
  noneMore: 'Try entering a more complete username',
  noneAlert: 'User not found',
  failed: 'Failed to search user',
}

function FindUsers() {
  const { user = '' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <Screen header={<ScreenHeader title="Find Users" />}>
      <UserSearch
        by="profile"
        texts={texts}
        term={user}
        onSearch={(term) => void navigate({ to: '/search', search: { user: term }, replace: true })}
      >
        {([best]) => <FoundUser profile={best} />}
      </UserSearch>
      <Button size="s" variant="quiet" render={(look) => <Link to="/friends" {...look} />}>
        Friends with similar music taste
      </Button>
    </Screen>
  )
}

function FoundUser({ profile }: { profile: UserProfile }) {
  const { member } = useSession()
  const isOwn = member !== null && isSameName(profile.profile, member)
  return (
    <Card>
      <Stack gap="l">
        <ProfileCard profile={profile} />
        {!isOwn && (
          <Button
            block
            variant="quiet"
            render={(look) => <Link to="/profile/$username" params={{ username: profile.profile }} {...look} />}
          >
            View Profile
          </Button>
        )}
      </Stack>
    </Card>
  )
}
