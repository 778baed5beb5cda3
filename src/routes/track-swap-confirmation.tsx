import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-confirmation')({
  staticData: { title: 'Track Swap Sent' },
  component: () => <NotHereYet title="Track Swap Sent" />,
})
