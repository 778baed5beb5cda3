import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/following/$username')({
  staticData: { title: 'Following' },
  component: () => <NotHereYet title="Following" />,
})
