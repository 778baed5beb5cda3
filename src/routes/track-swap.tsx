import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap')({
  staticData: { title: 'Track Swap Battle' },
  component: () => <NotHereYet title="Track Swap Battle" />,
})
