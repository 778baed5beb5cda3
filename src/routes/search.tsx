import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { Search } from './-search/Search.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: v.object({ user: v.optional(v.pipe(v.string(), v.trim())) }),
  staticData: { title: 'Search' },
  component: Search,
})
