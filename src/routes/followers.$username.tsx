import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/followers/$username')({
  staticData: { title: 'Followers' },
  component: () => <NotHereYet title="Followers" />,
})
