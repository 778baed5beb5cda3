import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/search')({
  staticData: { title: 'Find Users' },
  component: () => <NotHereYet title="Find Users" />,
})
