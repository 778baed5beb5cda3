import type { ReactNode } from 'react'
import type { UserProfile } from '#contract/accounts/profile.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { type SearchCall, searchQuery } from './queries.ts'
import { UserSearchBox } from './UserSearchBox.tsx'

/** What one search says; the spec has other words for each screen. */
export interface UserSearchTexts {
  /** Name of the field. */
  label: string
  /** Before anything was searched for. */
  idle: string
  searching: string
  /** Nobody was found, and what to do about it. */
  none: string
  noneMore: string
  /** An alert above the two, where the screen has one. */
  noneAlert?: string
  /** Any other refusal. */
  failed: string
}

interface UserSearchProps {
  /** `profile` asks /api/user/profile?partial=true, `users` asks /api/user/get-users. */
  by: SearchCall
  texts: UserSearchTexts
  /** What was searched for last, empty for nothing yet: the parent keeps it, in the URL or in its state. */
  term: string
  /** Told the trimmed, non-empty term of the button, of Enter or of a chosen suggestion. */
  onSearch: (term: string) => void
  /** Draws whom the search found, best first, never nobody. */
  children: (found: readonly [UserProfile, ...UserProfile[]]) => ReactNode
}

/** Looks members up by name: a box with suggestions while typing, a button, and what was found below. */
export function UserSearch({ by, texts, term, onSearch, children }: UserSearchProps) {
  return (
    <Stack gap="l">
      <UserSearchBox by={by} label={texts.label} term={term} onSearch={onSearch} />
      <div aria-live="polite">
        {term === '' ? (
          <EmptyState icon="search" text={texts.idle} />
        ) : (
          <Found {...{ by, texts, term }}>{children}</Found>
        )}
      </div>
    </Stack>
  )
}

function Found({ by, texts, term, children }: Pick<UserSearchProps, 'by' | 'texts' | 'term' | 'children'>) {
  const live = useLive(searchQuery(by, term))
  return (
    <QueryState live={live} loading={texts.searching} failed={texts.failed}>
      {([best, ...others]) => (best ? children([best, ...others]) : <Nobody texts={texts} />)}
    </QueryState>
  )
}

const Nobody = ({ texts: { none, noneMore, noneAlert } }: { texts: UserSearchTexts }) => (
  <>
    {noneAlert && <Alert>{noneAlert}</Alert>}
    <EmptyState icon="search" text={none} more={noneMore} />
  </>
)
