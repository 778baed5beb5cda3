import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/dm/')({
  staticData: { title: 'Messages' },
  component: () => <NotHereYet title="Messages" />,
})
