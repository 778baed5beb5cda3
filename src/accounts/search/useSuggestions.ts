import { useState } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useDebounced } from '#src/ui/useDebounced.ts'
import { suggestionsQuery } from '../people/queries.ts'

const AFTER_TYPING_MS = 200
const AT_MOST = 6
const NO_PROFILES: readonly UserProfile[] = []

export function useSuggestions() {
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
