import * as accounts from './accounts.ts'
import * as broadcasts from './broadcasts.ts'
import type { Endpoint } from './endpoint.ts'
import * as listening from './listening.ts'
import * as messages from './messages.ts'
import * as swaps from './swaps.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every call there is, whether the server has built it or not. */
export const endpoints: readonly Endpoint[] = [accounts, listening, broadcasts, messages, swaps].flatMap((domain) =>
  Object.values(domain).filter(isEndpoint),
)
