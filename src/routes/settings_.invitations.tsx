import { createFileRoute, redirect } from '@tanstack/react-router'

/** Invitations are a part of privacy and data. */
export const Route = createFileRoute('/settings_/invitations')({
  staticData: { title: 'Privacy and data' },
  loader: () => redirect({ to: '/settings/privacy', replace: true, throw: true }),
})
