import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { FoundUsers } from '#src/accounts/search/FoundUsers.tsx'
import { UserSearch, type UserSearchTexts } from '#src/accounts/search/UserSearch.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { MusicResults } from '#src/listening/music/MusicResults.tsx'
import { SimilarTaste } from '#src/listening/taste/SimilarTaste.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'

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

/**
 * The music that the search finds; before one, on a wide window, members that the user may know.
 */
function SearchSide({ member, term }: { member: string; term: string }) {
  const isWide = useIsWide()
  if (term !== '') return <MusicResults key={term} term={term} />
  if (!isWide) return null
  return (
    <>
      <Text tone="quiet">Friends with similar music taste to you</Text>
      <SimilarTaste member={member} />
    </>
  )
}

function FindUsers() {
  const { user = '' } = Route.useSearch()
  const navigate = useNavigate()
  const { member } = useSession()
  const isWide = useIsWide()
  return (
    <Screen isSpread header={<ScreenHeader title="Find Users" />}>
      <Panes
        gap="l"
        lead={
          <UserSearch
            by="profile"
            texts={texts}
            term={user}
            onSearch={(term) => void navigate({ to: '/search', search: { user: term }, replace: true })}
          >
            {(found) => <FoundUsers found={found} />}
          </UserSearch>
        }
        side={member !== null && <SearchSide member={member} term={user} />}
      >
        {/* On a wide window they are beside it. */}
        {(!isWide || member === null || user !== '') && (
          <Button size="s" variant="quiet" render={(linkProps) => <Link to="/friends" {...linkProps} />}>
            Friends with similar music taste
          </Button>
        )}
      </Panes>
    </Screen>
  )
}
