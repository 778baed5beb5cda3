import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/profile/$username')({
  staticData: { title: 'Profile' },
  component: () => <NotHereYet title="Profile" />,
})
