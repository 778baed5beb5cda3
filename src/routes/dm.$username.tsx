import { createFileRoute } from '@tanstack/react-router'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/dm/$username')({
  staticData: { title: 'Conversation' },
  component: () => <NotHereYet title="Conversation" />,
})
