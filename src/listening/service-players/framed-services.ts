import { queryOptions } from '@tanstack/react-query'
import { type PlayerService, playerServices, toPlayerOrigin } from '#contract/listening/service-players.ts'

/** The services in the running page's policy, which the worker may have stored long ago. */
export const framedServicesQuery = queryOptions({
  queryKey: ['listening', 'framed-services'],
  queryFn: async ({ signal }): Promise<readonly PlayerService[]> => {
    const { headers } = await fetch('/index.html', { signal })
    const policy = headers.get('Content-Security-Policy') ?? ''
    const sources = (/(?:^|;)\s*frame-src ([^;]*)/.exec(policy)?.[1] ?? '').split(' ')
    return playerServices.filter((service) => sources.includes(toPlayerOrigin(service)))
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isFleeting: true },
})
