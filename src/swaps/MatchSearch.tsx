import { isSameName } from '#contract/accounts/names.ts'
import { searchQuery } from '#src/accounts/people/queries.ts'
import { UserSearchBox } from '#src/accounts/search/UserSearchBox.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Person } from './PeopleHere.tsx'
import type { Match } from './stored.ts'
import { asMatch } from './useMatch.ts'

interface MatchSearchProps {
  member: string
  /** The last search term, or '' before the first search. */
  term: string
  /** Called with the trimmed, non-empty term on the button, Enter or a chosen suggestion. */
  onSearch: (term: string) => void
  onChoose: (match: Match) => void
  onRandom: () => void
}

/** A search by name, for a chosen match instead of a random one, and the button back. */
export function MatchSearch({ member, term, onSearch, onChoose, onRandom }: MatchSearchProps) {
  return (
    <Stack as="section" gap="l">
      <UserSearchBox term={term} onSearch={onSearch} />
      <div aria-live="polite">
        {term === '' ? (
          <EmptyState icon="search" text="Enter a username to search" />
        ) : (
          <Found {...{ member, term, onChoose }} />
        )}
      </div>
      <Button block variant="quiet" onClick={onRandom}>
        Back to Random Match
      </Button>
    </Stack>
  )
}

function Found({ member, term, onChoose }: Pick<MatchSearchProps, 'member' | 'term' | 'onChoose'>) {
  const live = useLive(searchQuery('users', term))
  return (
    <QueryState live={live} loading="Searching..." failed="Failed to search users">
      {(found) => {
        const others = found.filter(({ profile }) => !isSameName(profile, member))
        if (others.length === 0)
          return <EmptyState icon="search" text="No users found" more="Try a different search term" />
        return (
          <List of={others} toKey={({ profile }) => profile}>
            {(profile) => <Person person={asMatch(profile)} onChoose={onChoose} />}
          </List>
        )
      }}
    </QueryState>
  )
}
