import { isSameName } from '#contract/accounts/names.ts'
import { UserSearch } from '#src/accounts/search/UserSearch.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Person } from './PeopleHere.tsx'
import type { Match } from './stored.ts'
import { asMatch } from './useMatch.ts'

const texts = {
  label: 'Username',
  idle: 'Enter a username to search',
  searching: 'Searching...',
  none: 'No users found',
  noneMore: 'Try a different search term',
  failed: 'Failed to search users',
}

interface MatchSearchProps {
  member: string
  /** The last search term, or '' before the first search. */
  term: string
  onSearch: (term: string) => void
  onChoose: (match: Match) => void
  onRandom: () => void
}

/** A search by name, for a chosen match instead of a random one, and the button back. */
export function MatchSearch({ member, term, onSearch, onChoose, onRandom }: MatchSearchProps) {
  return (
    <Stack as="section" gap="l">
      <UserSearch texts={texts} term={term} onSearch={onSearch}>
        {(found) => {
          const others = found.filter(({ profile }) => !isSameName(profile, member))
          if (others.length === 0) return <EmptyState icon="search" text={texts.none} more={texts.noneMore} />
          return (
            <List of={others} toKey={({ profile }) => profile}>
              {(profile) => <Person person={asMatch(profile)} onChoose={onChoose} />}
            </List>
          )
        }}
      </UserSearch>
      <Button block variant="quiet" onClick={onRandom}>
        Back to Random Match
      </Button>
    </Stack>
  )
}
