import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useDebounced } from '#src/ui/useDebounced.ts'
import { searchQuery, suggestionsQuery } from '../people/queries.ts'
import { Suggestions } from './Suggestions.tsx'
import * as css from './UserSearchBox.css.ts'

interface UserSearchBoxProps {
  term: string
  onSearch: (term: string) => void
}

/** A combobox according to the ARIA Authoring Practices. */
export function UserSearchBox({ term, onSearch }: UserSearchBoxProps) {
  const client = useQueryClient()
  const listId = useId()
  const [typed, setTyped] = useState(term)
  const [searched, setSearched] = useState(term)
  const [active, setActive] = useState(-1)
  const { names, people, suggest, stop } = useSuggestions()
  // Navigating back, or switching the tab, may have changed the screen's search term.
  if (term !== searched) {
    setSearched(term)
    setTyped(term)
  }
  const isOpen = names.length > 0
  const optionId = (at: number) => `${listId}-${at}`

  const close = () => {
    stop()
    setActive(-1)
  }
  const search = (text: string) => {
    const next = text.trim()
    if (next === '') return
    close()
    setTyped(next)
    // Pressing the button again refetches: the cached results may be stale.
    void client.invalidateQueries({ queryKey: searchQuery('users', next).queryKey })
    onSearch(next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    search(names[active] ?? typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIndex(event.key, active, names.length)
    if (event.key === 'Escape' && isOpen) close()
    else if (isOpen && next !== undefined) setActive(next)
    else if (event.key === 'ArrowDown' && !isOpen) suggest(typed, 0)
    else return
    event.preventDefault()
  }

  return (
    <form role="search" onSubmit={submit} className={css.form}>
      <div className={css.box}>
        <TextField
          label="Username"
          icon="search"
          type="search"
          name="username"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="search"
          value={typed}
          onKeyDown={onKeyDown}
          onBlur={close}
          onChange={(text) => {
            setTyped(text)
            setActive(-1)
            suggest(text)
          }}
        />
        <Suggestions {...{ listId, people, active, optionId }} onChoose={search} />
      </div>
      <div className={css.button}>
        <Button type="submit" disabled={typed.trim() === ''}>
          Search
        </Button>
      </div>
    </form>
  )
}

/** Returns the option that a key moves to. After the last one comes the text (-1), then the first. */
function moveIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at < 0 ? count - 1 : at - 1
  return undefined
}

const AFTER_TYPING_MS = 200
const AT_MOST = 6
const NO_PROFILES: readonly UserProfile[] = []

function useSuggestions() {
  const [term, setTerm] = useState('')
  const { run, cancel } = useDebounced((typed: string) => setTerm(typed.trim()), AFTER_TYPING_MS)
  const { value } = useLive(suggestionsQuery(term), { enabled: term !== '' })
  const profiles = term === '' ? NO_PROFILES : (value ?? NO_PROFILES).slice(0, AT_MOST)
  const people = profiles.map(({ profile: name, pfpsm: picture }) => ({ name, picture }))

  const stop = () => {
    cancel()
    setTerm('')
  }
  return { people, names: people.map(({ name }) => name), suggest: run, stop }
}
