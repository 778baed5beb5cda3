import type { Admission, Limits } from './admit.ts'

type Leased = NonNullable<Admission['bearer']>

interface Lease {
  readonly bearer: Leased
  readonly endsAt: number
  requests: number
}

const LASTS_MS = 10_000
const REQUESTS_MAX = 20
/** So many players at a time are remembered. */
const LEASES_MAX = 10_000

/**
 * Remembers for some seconds whose a token is, and so many requests that were paid for in advance: of players that send one scrobble
 * after the other most requests need not ask. What is not used up is lost, so that limits are rather kept too strictly.
 */
export function createLeases({ memberScrobbles, addressScrobbles }: Limits) {
  // A hundredth at most of what may come at once, or small limits would be used up by nobody.
  const share = Math.floor(Math.min(memberScrobbles.burst, addressScrobbles.burst) / 100)
  const requests = Math.min(REQUESTS_MAX, Math.max(1, share))
  let leases = new Map<string, Lease>()
  return {
    /** How many requests a new lease is to be paid for. */
    requests,
    /** Uses one request of a lease, if there is one left. */
    use(key: string, now: Date): Leased | undefined {
      const lease = leases.get(key)
      if (lease === undefined || lease.requests === 0 || lease.endsAt <= now.getTime()) return undefined
      lease.requests -= 1
      const { isAllowed, tokens } = lease.bearer.left
      return { ...lease.bearer, left: { isAllowed, tokens: tokens + lease.requests } }
    },
    /** Remembers a bearer, one of whose requests is used by now. */
    add(key: string, bearer: Leased, now: Date): void {
      if (requests === 1) return
      if (leases.size >= LEASES_MAX) leases = new Map()
      leases.set(key, { bearer, endsAt: now.getTime() + LASTS_MS, requests: requests - 1 })
    },
  }
}
