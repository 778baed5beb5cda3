import { createFileRoute } from '@tanstack/react-router'
import { Charts } from './-screens/Charts.tsx'

export const Route = createFileRoute('/charts')({
  validateSearch: (search): Record<string, string> => search as Record<string, string>,
  staticData: { title: 'Charts' },
  component: Charts,
})
