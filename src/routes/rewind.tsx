import { createFileRoute } from '@tanstack/react-router'
import { RewindScreen } from './-screens/RewindScreen.tsx'

export const Route = createFileRoute('/rewind')({
  /** Parsed where it is used: `toRewindPeriod`. */
  validateSearch: (search: { period?: string }) => search,
  staticData: { title: 'Rewind' },
  component: RewindScreen,
})
