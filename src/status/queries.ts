import { getStatus } from '#contract/status/status.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'

/** The session's unseen items. An addition to the spec: other hosts refuse it. */
export const statusQuery = endpointQuery(getStatus, {}, ['accounts', 'status'], {
  overlay: (status) => status,
  isFleeting: true,
})
