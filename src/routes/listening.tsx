import { createFileRoute } from '@tanstack/react-router'
import { Listening } from './-screens/Listening.tsx'

export const Route = createFileRoute('/listening')({
  /** Parsed where it is used: `toRecapPeriod`. */
  validateSearch: (search: { period?: string }) => search,
  staticData: { title: 'Your listening' },
  component: Listening,
})
