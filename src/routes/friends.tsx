import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/friends')({
  staticData: { title: 'Friends' },
  component: () => <NotHereYet title="Friends" />,
})
