import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/swap-points-results')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Swap Points Results' },
  component: () => <NotHereYet title="Swap Points Results" />,
})
