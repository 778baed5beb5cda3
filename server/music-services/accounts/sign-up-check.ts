import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { ServiceFailure } from '../service-failure.ts'
import { applyChoice } from './choose-account.ts'
import { openSource, type ServiceName, type SourceServices } from './open-source.ts'
import { type Choice, isClaimed } from './store.ts'

/** Timeouts for a sign-up, which must not wait long for a service. */
const TIMEOUTS = { turnTimeoutMs: 2000, timeoutMs: 5000 }

/**
 * Checks the music account of a sign-up: if a Last.fm key is set, the name must exist at Last.fm or
 * ListenBrainz, and that account fills the new member's charts. If the service is unavailable,
 * sign-up succeeds and the account is chosen later.
 */
export const signUpCheck =
  (services: SourceServices) =>
  async (name: string): Promise<(tx: Tx, memberId: number, now: Date) => Promise<void>> => {
    if (services.config.lastfmApiKey === null) return async () => {}
    const found = (await find(services, 'lastfm', name)) ?? (await find(services, 'listenbrainz', name))
    if (found === undefined) {
      throw new Refusal(400, 'Neither Last.fm nor ListenBrainz knows this name. Sign up with the one you have there.')
    }
    return async (tx, memberId, now) => {
      if (found !== 'unknown' && !(await isClaimed(tx, memberId, found))) await applyChoice(tx, memberId, found, now)
    }
  }

/** Resolves to undefined if the account does not exist. */
async function find(
  services: SourceServices,
  service: ServiceName,
  name: string,
): Promise<Choice | 'unknown' | undefined> {
  const address = { service, baseUrl: null }
  try {
    return { ...address, account: await openSource(services, address, TIMEOUTS).findAccount(name), isProven: false }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    return error.code === 'unknown_name' ? undefined : 'unknown'
  }
}
