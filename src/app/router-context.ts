import type { QueryClient } from '@tanstack/react-query'

/** What routes are given: types only, so that no route imports the app. */
export interface RouterContext {
  client: QueryClient
  /** Who is signed in here; null for a visitor. */
  member: string | null
}
