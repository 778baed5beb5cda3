import { createFileRoute, redirect } from '@tanstack/react-router'
import { findRecentMonth } from '#src/recaps/queries.ts'

/** A month or a year; without one a recent month. */
export const Route = createFileRoute('/rewind')({
  validateSearch: (search: { period?: string }) => search,
  staticData: { title: 'Your listening' },
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { period } }) =>
    redirect({
      to: '/listening',
      search: { period: typeof period === 'string' ? period : findRecentMonth().id },
      replace: true,
      throw: true,
    }),
})
