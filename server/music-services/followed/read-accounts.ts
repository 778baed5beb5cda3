import type { SkipReason } from '#contract/listening/imports.ts'
import { describeFault, storeWithoutFaulty } from '#server/db/without-faulty.ts'
import type { Services } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { checkRow } from '#server/import-formats/format.ts'
import { readListen } from '#server/import-formats/listenbrainz.ts'
import { isScrobble, type Scrobble, toFields } from '#server/listening/listens/scrobble.ts'
import { logError } from '#server/telemetry/log.ts'
import { fetchListensAfter } from '../accounts/listenbrainz.ts'
import { type SourceTimeouts, toListenbrainzSource } from '../accounts/open-source.ts'
import { createBatchImporter } from '../imports/import-batch.ts'
import { decryptSecret, toRelayName } from '../relays/secrets.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type FollowedAccount, type ReadPage, releaseAccount, storeFailure, storePage, takeAccount } from './store.ts'

type FollowServices = Pick<Services, 'db' | 'config' | 'now' | 'log'>

const TIMEOUTS = { turnTimeoutMs: 60_000, timeoutMs: 20_000 }
/**
 * An account that is caught up is read from an hour before its newest listen: another player's
 * listens may arrive later.
 */
const OVERLAP_S = 3600

/**
 * Reads a page from the account that is due longest. Returns false if none is due. A failure in the
 * service, or in this server, is stored for the member.
 */
export async function readNextAccount(services: FollowServices, signal?: AbortSignal): Promise<boolean> {
  const { db, now } = services
  const followed = await takeAccount(db, now())
  if (followed === undefined) return false
  try {
    await storePage(db, followed, await readPage(services, followed, { ...TIMEOUTS, signal }), now())
  } catch (error) {
    if (signal?.aborted === true) await releaseAccount(db, followed)
    // A member that was deleted meanwhile has no listens.
    else if (!(error instanceof Refusal && error.status === 404)) {
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('server_error')
      if (failure !== error) logError(services.log, error, {}, 'A followed account could not be read. ')
      await storeFailure(db, followed, failure, now())
    }
  }
  return true
}

/**
 * Adds the listens on a page. The next page begins a second before the newest one, since more
 * listens may have its time.
 */
async function readPage(
  services: FollowServices,
  followed: FollowedAccount,
  timeouts: SourceTimeouts,
): Promise<ReadPage> {
  const { memberId, account, baseUrl, readTo, isCaughtUp, skippedTo } = followed
  const address = { baseUrl, token: getToken(services.config, followed) }
  const after = isCaughtUp ? Math.max(0, readTo - OVERLAP_S) : readTo
  const records = await fetchListensAfter(toListenbrainzSource(services, address, timeouts), account, after)
  const nowS = services.now().getTime() / 1000
  const times = records.map((record) => Number(toFields(record)['listened_at']))
  const newest = findNewest(times)
  const rows = records.map((record) => checkRow(readListen(record), nowS))
  const { added, unstorable } = await addListens(services, memberId, rows.filter(isScrobble))
  const skipped = rows.flatMap((row, place): SkipReason[] => {
    const at = times[place] ?? Number.NaN
    // A skipped listen is read again by each poll in its hour.
    const isNew = Number.isFinite(at) ? at > skippedTo && at <= nowS : newest > skippedTo
    const reason = isScrobble(row) ? (unstorable.has(row) ? 'unstorable' : undefined) : row
    return isNew && reason !== undefined ? [reason] : []
  })
  // A time in the future would skip the listens until then.
  const next = Math.max(readTo, Math.min(newest - 1, Math.floor(nowS)))
  // A page that ends before the newest known listen is full of listens from the hour before it.
  const isCut = isCaughtUp && records.length > 0 && newest <= readTo
  return {
    readTo: next,
    added,
    skipped,
    skippedTo: Math.max(skippedTo, Math.min(newest, Math.floor(nowS))),
    isCaughtUp: !isCut && next === readTo,
  }
}

/** Returns the token of an account; undefined without one. Throws ServiceFailure if it cannot be decrypted. */
function getToken(config: FollowServices['config'], { memberId, secret }: FollowedAccount): string | undefined {
  if (secret === null) return undefined
  const token = decryptSecret(config, { memberId, service: 'followed' }, secret)
  if (token === undefined) throw new ServiceFailure('token_refused')
  return token
}

/** Adds listens. Returns the number of new ones, and those that cannot be stored. */
async function addListens(
  { db, config, log }: FollowServices,
  memberId: number,
  listens: readonly Scrobble[],
): Promise<{ readonly added: number; readonly unstorable: ReadonlySet<Scrobble> }> {
  const ownName = config.secretKey === null ? undefined : toRelayName(config.secretKey)
  // What this server has relayed is among its own listens.
  const others = listens.filter(({ details }) => details?.client === undefined || details.client !== ownName)
  const importBatch = createBatchImporter(db, memberId)
  const { results, faulty } = await storeWithoutFaulty(others, (part) => importBatch('listenbrainz', part))
  const [first] = faulty
  if (first !== undefined)
    log.error('Listens of a followed account cannot be stored', {
      listens: faulty.length,
      reason: describeFault(first.error),
    })
  return {
    added: results.reduce((sum, each) => sum + each, 0),
    unstorable: new Set(faulty.map(({ row }) => row)),
  }
}

/**
 * Returns the newest time on a page, in seconds since 1970; 0 if it is empty. Throws ServiceFailure
 * if no record has a time.
 */
function findNewest(sent: readonly number[]): number {
  const times = sent.filter(Number.isFinite)
  if (sent.length > 0 && times.length === 0) throw new ServiceFailure('unreadable_answer')
  return Math.floor(times.reduce((latest, at) => Math.max(latest, at), 0))
}
