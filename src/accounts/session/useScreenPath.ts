import { useMatches, useRouter } from '@tanstack/react-router'

/** Returns the shown screen's path and query; `useLocation` has the next one's while it loads. */
export function useScreenPath(): string {
  const { stringifySearch } = useRouter().options
  return useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      if (screen === undefined) return '/'
      // An index route's path ends with a slash.
      return `${screen.pathname.replace(/(?<=.)\/$/, '')}${stringifySearch(screen.search)}`
    },
  })
}
