import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NotHereYet } from './-screens/NotHereYet.tsx'

export const Route = createFileRoute('/track-swap-action')({
  validateSearch: v.object({ id: v.optional(v.string()) }),
  staticData: { title: 'Send or Rate a Track' },
  component: () => <NotHereYet title="Send or Rate a Track" />,
})
