import { QueryClient } from '@tanstack/react-query'

/**
 * Returns a query client with the spec's defaults: data never stale, no refetch on interval or
 * focus, no retries. `networkMode: 'always'`, since the browser's online state is unreliable;
 * cached data never expires in memory, since a member's data fits.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
    },
  })
