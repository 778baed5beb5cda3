import { createFileRoute, redirect } from '@tanstack/react-router'

/** Notifications about weekly reports lead here. */
export const Route = createFileRoute('/week')({
  validateSearch: (search: { week?: string }) => search,
  staticData: { title: 'Your listening' },
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { week } }) =>
    redirect({
      to: '/listening',
      search: typeof week === 'string' ? { period: week } : {},
      replace: true,
      throw: true,
    }),
})
