import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-entry')({
  staticData: { title: 'Track Swap' },
  component: () => <NotHereYet title="Track Swap" />,
})
