import type { ReactNode } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { searchQuery } from '../people/queries.ts'
import { UserSearchBox } from './UserSearchBox.tsx'

/** Texts for one search; the spec has different ones for each screen. */
export interface UserSearchTexts {
  label: string
  idle: string
  searching: string
  /** Shown without a match, with advice. */
  none: string
  noneMore: string
  failed: string
}

interface UserSearchProps {
  texts: UserSearchTexts
  /** The last search term; '' before the first search. The parent stores it. */
  term: string
  /** Called with the trimmed, non-empty term on the button, Enter or a chosen suggestion. */
  onSearch: (term: string) => void
  /** Renders the results, best first, at least one. */
  children: (found: readonly [UserProfile, ...UserProfile[]]) => ReactNode
}

export function UserSearch({ texts, term, onSearch, children }: UserSearchProps) {
  return (
    <Stack gap="l">
      <UserSearchBox label={texts.label} term={term} onSearch={onSearch} />
      <div aria-live="polite">
        {term === '' ? <EmptyState icon="search" text={texts.idle} /> : <Found {...{ texts, term }}>{children}</Found>}
      </div>
    </Stack>
  )
}

function Found({ texts, term, children }: Pick<UserSearchProps, 'texts' | 'term' | 'children'>) {
  const live = useLive(searchQuery('users', term))
  return (
    <QueryState live={live} loading={texts.searching} failed={texts.failed}>
      {([best, ...others]) =>
        best ? children([best, ...others]) : <EmptyState icon="search" text={texts.none} more={texts.noneMore} />
      }
    </QueryState>
  )
}
