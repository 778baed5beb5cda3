import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { box, button, form } from '#src/accounts/search/UserSearchBox.css.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useDebounced } from '#src/ui/useDebounced.ts'
import { searchQueries } from './search-queries.ts'

const AFTER_TYPING_MS = 250
const LABEL = 'Music, people and broadcasts'

interface SearchBoxProps {
  /** The term for the results; '' before a search. */
  term: string
  /** Called with the trimmed term a moment after the last key. */
  onType: (term: string) => void
  /** Called with the trimmed, non-empty term on the button or Enter. */
  onSubmit: (term: string) => void
}

export function SearchBox({ term, onType, onSubmit }: SearchBoxProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(term)
  const [shown, setShown] = useState(term)
  const [sent, setSent] = useState(term)
  const { run, cancel } = useDebounced((text: string) => {
    setSent(text)
    onType(text)
  }, AFTER_TYPING_MS)
  // Navigating back, or a recent search, changes the term; typing goes on while the own one arrives.
  if (term !== shown) {
    setShown(term)
    if (term !== sent) setTyped(term)
    setSent(term)
  }
  const trimmed = typed.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (trimmed === '') return
    cancel()
    setSent(trimmed)
    // Pressing the button again refetches: the cached results may be stale.
    for (const { queryKey } of Object.values(searchQueries(trimmed))) void client.invalidateQueries({ queryKey })
    onSubmit(trimmed)
  }
  return (
    <form role="search" onSubmit={submit} className={form}>
      <div className={box}>
        <TextField
          label={LABEL}
          hideLabel
          placeholder="Music, people"
          icon="search"
          type="search"
          name="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="search"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            run(text.trim())
          }}
        />
      </div>
      <div className={button}>
        <Button type="submit" size="s" disabled={trimmed === ''}>
          Search
        </Button>
      </div>
    </form>
  )
}
