import { createFileRoute } from '@tanstack/react-router'
import { Week } from './-screens/Week.tsx'

export const Route = createFileRoute('/week')({
  /** Parsed where it is used: `toWeekPeriod`. */
  validateSearch: (search: { week?: string }) => search,
  staticData: { title: 'Your week' },
  component: Week,
})
