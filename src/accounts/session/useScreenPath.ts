import { rootRouteId, useMatches, useRouter } from '@tanstack/react-router'

/** Returns the shown screen's path without its query, '' for a path without a screen. */
export function useScreenPathname(): string {
  return useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      return screen === undefined || screen.routeId === rootRouteId ? '' : withoutSlash(screen.pathname)
    },
  })
}

/** Returns the shown screen's path and query; `useLocation` has the next one's while it loads. */
export function useScreenPath(): string {
  const { stringifySearch } = useRouter().options
  return useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      if (screen === undefined) return '/'
      return `${withoutSlash(screen.pathname)}${stringifySearch(screen.search)}`
    },
  })
}

/** An index route's path ends with a slash. */
const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '')
