import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/exploration/$id')({
  staticData: { title: 'Exploration Leaderboard' },
  component: () => <NotHereYet title="Exploration Leaderboard" />,
})
