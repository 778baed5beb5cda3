import { createFileRoute, redirect } from '@tanstack/react-router'

/** Members with similar taste are part of the search. */
export const Route = createFileRoute('/friends')({
  staticData: { title: 'Search' },
  loader: () => redirect({ to: '/search', replace: true, throw: true }),
})
