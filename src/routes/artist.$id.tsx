import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/artist/$id')({
  staticData: { title: 'Top Listens Leaderboard' },
  component: () => <NotHereYet title="Top Listens Leaderboard" />,
})
