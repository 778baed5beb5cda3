import { isSameName } from '#contract/accounts/names.ts'
import { UserSearch } from '#src/accounts/people/UserSearch.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Person } from './PeopleHere.tsx'
import type { Match } from './stored.ts'
import { asMatch } from './useMatch.ts'

/** The spec's words for the search of the Track Swap. */
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
  /** What was searched for last; empty for nothing yet. */
  term: string
  onSearch: (term: string) => void
  onChoose: (match: Match) => void
  onRandom: () => void
}

/** Matches are random, but one may choose: a search by name, and the way back. */
export function MatchSearch({ member, term, onSearch, onChoose, onRandom }: MatchSearchProps) {
  return (
    <Stack as="section" gap="l">
      <UserSearch by="users" texts={texts} term={term} onSearch={onSearch}>
        {(found) => {
          const others = found.filter(({ profile }) => !isSameName(profile, member))
          if (others.length === 0) return <EmptyState icon="search" text={texts.none} more={texts.noneMore} />
          return (
            <Stack as="ul" gap="s">
              {others.map((profile) => (
                <li key={profile.profile}>
                  <Person person={asMatch(profile)} onChoose={onChoose} />
                </li>
              ))}
            </Stack>
          )
        }}
      </UserSearch>
      <Button block variant="quiet" onClick={onRandom}>
        Back to Random Match
      </Button>
    </Stack>
  )
}
