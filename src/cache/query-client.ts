import { QueryClient } from '@tanstack/react-query'

/**
 * The spec's defaults: data never stale, no refetch on interval or focus, no retries. `networkMode: 'always'`, for the
 * browser's idea of being online is not believed; what is kept never expires in memory, for a member's data fits.
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
