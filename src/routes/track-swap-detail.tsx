import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-detail')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Track Swap' },
  component: () => <NotHereYet title="Track Swap" />,
})
