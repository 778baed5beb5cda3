import { createFileRoute, redirect } from '@tanstack/react-router'

/** What waits to be sent is a part of the screen about working offline. */
export const Route = createFileRoute('/outbox')({
  staticData: { title: 'Offline' },
  loader: () => redirect({ to: '/settings/device', replace: true, throw: true }),
})
