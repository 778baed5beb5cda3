import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'

/** Players and relays are connections: `/api/auth/` and Last.fm lead here. */
export const Route = createFileRoute('/settings_/scrobbling')({
  validateSearch: v.object({ proof: v.optional(v.string()), token: v.optional(v.string()) }),
  staticData: { title: 'Connections' },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    redirect({ to: '/settings/listening', search: { ...deps, for: 'scrobbling' }, replace: true, throw: true }),
})
