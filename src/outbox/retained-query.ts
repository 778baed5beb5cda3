import { queryOptions } from '@tanstack/react-query'
import { listRetained } from '#src/offline/outbox/retained.ts'
import { isPersonal } from './silent-actions.ts'

/** The unsent actions on a signed-out device, read each time a screen that shows them opens. */
export const retainedQuery = queryOptions({
  queryKey: ['device', 'retained'],
  queryFn: () => listRetained(isPersonal),
  staleTime: 0,
  meta: { isFleeting: true },
})
