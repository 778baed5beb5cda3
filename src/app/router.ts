import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from '#src/routeTree.gen.ts'
import type { RouterContext } from '#src/session/router-context.ts'

/** Leaves search values as strings: the default parser turns `1e5` into a number. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

const stringifySearch = (search: Record<string, string | number | boolean | undefined>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...(history === undefined ? {} : { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: history === undefined,
    defaultPendingMs: 200,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
