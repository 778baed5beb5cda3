import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-results')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Track Swap Results' },
  component: () => <NotHereYet title="Track Swap Results" />,
})
