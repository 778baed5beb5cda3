import { createBatcher } from '#server/http/batcher.ts'
import { createBusyRefusal, Refusal } from '#server/http/refusal.ts'
import { isScrobble, type Row } from '#server/listening/listens/scrobble.ts'
import { aggregateMember, type Services } from './aggregate-inbox.ts'
import type { Aggregator } from './aggregator.ts'
import { insertScrobbles, type Submission } from './inbox.ts'
import { countSetAside } from './set-aside.ts'
import type { TokenOwner } from './tokens.ts'

/**
 * Stores the scrobbles in one request, and counts those that are none, for the member to see. They
 * are on disk when the promise resolves, and aggregated soon after. Scrobbles that are already
 * stored are ignored when aggregated, so a player may send them again. Throws a Refusal 401 if the
 * token has been revoked, 503 if the inbox is full, or if the member's backlog is full and cannot
 * be aggregated within 5 s.
 */
export type AcceptScrobbles = (bearer: TokenOwner, rows: readonly Row[]) => Promise<void>

/** The maximum number of requests per transaction. */
const REQUESTS_MAX = 100
const RETRY_AFTER_SECONDS = 10

export function createAcceptScrobbles(services: Services, aggregator: Aggregator): AcceptScrobbles {
  // A commit costs a flush to disk and a round trip, regardless of its size.
  const insert = createBatcher<Submission, boolean>((batch) => insertScrobbles(services.db, batch), REQUESTS_MAX)
  const accept: AcceptScrobbles = async (bearer, rows) => {
    const scrobbles = rows.filter(isScrobble)
    if (scrobbles.length === 0) return
    if (aggregator.isInboxFull()) throw createBusyRefusal(RETRY_AFTER_SECONDS)
    if (aggregator.isBacklogFull(bearer.memberId)) await aggregateMember(services, bearer.memberId)
    const isInserted = await insert({ bearer, scrobbles })
    if (!isInserted) throw new Refusal(401, 'Invalid authorization token.')
    aggregator.wake()
  }
  return async (bearer, rows) => {
    await accept(bearer, rows)
    const reasons = rows.filter((row) => typeof row === 'string')
    await countSetAside(services.db, bearer.memberId, reasons, services.now())
  }
}
