import type { QueryClient } from '@tanstack/react-query'

/** The context for all routes: types only, so that no route imports the app. */
export interface RouterContext {
  client: QueryClient
  /** The member signed in on this device; null for a visitor. */
  member: string | null
}
