import { getServerState } from '#contract/operation/server.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'

export const serverStateQuery = endpointQuery(getServerState, {}, ['operation', 'server'], { isFleeting: true })
