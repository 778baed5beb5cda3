import { createFileRoute } from '@tanstack/react-router'
import { ListensScreen } from './-listens/ListensScreen.tsx'

export const Route = createFileRoute('/listens')({
  /** Parsed where it is used: `parseListensSearch`. */
  validateSearch: (search: { user?: string; day?: string; artist?: string; source?: string }) => search,
  staticData: { title: 'Listens' },
  component: ListensScreen,
})
