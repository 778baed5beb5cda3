import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-history')({
  staticData: { title: 'Track Swap History' },
  component: () => <NotHereYet title="Track Swap History" />,
})
