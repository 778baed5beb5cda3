import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseFailures } from '../refuse-failures.ts'
import {
  INTERACTIVE_TIMEOUTS,
  openSource,
  type ServiceAddress,
  type SourceServices,
  toServiceTitle,
} from './open-source.ts'
import { queueNow } from './queue.ts'
import { failureTexts } from './source.ts'
import { type Choice, chooseSource, evictOthers, isClaimed } from './store.ts'

/**
 * Returns an account with the service's spelling. Throws a Refusal that states the problem and what
 * to do.
 */
export async function findChoice(services: SourceServices, address: ServiceAddress, name: string): Promise<Choice> {
  const account = await refuseFailures(failureTexts, toServiceTitle(address), async () =>
    openSource(services, address, INTERACTIVE_TIMEOUTS).findAccount(name),
  )
  return { service: address.service, baseUrl: address.baseUrl, account, isProven: false }
}

/**
 * Makes an account fill a member's charts. If it is proven, removes it from members that have not
 * proven it theirs.
 */
export async function applyChoice(tx: Tx, memberId: number, choice: Choice, now: Date): Promise<void> {
  if (!choice.isProven) await checkUnclaimed(tx, memberId, choice)
  await chooseSource(tx, memberId, choice, now)
  if (choice.isProven) await evictOthers(tx, memberId, choice)
  await queueNow(tx, memberId, now)
}

async function checkUnclaimed(db: Db, memberId: number, choice: Choice): Promise<void> {
  if (!(await isClaimed(db, memberId, choice))) return
  const { sentence, advice } = failureTexts.claimed(toServiceTitle(choice))
  throw new Refusal(400, `${sentence} ${advice}`)
}
