import type { Connected } from './db/connect.ts'
import { type Standby, watchStandby } from './db/standby.ts'
import { watchDatabase } from './db/watch.ts'
import type { Logger } from './telemetry/log.ts'

/**
 * Watches the database. While it is away its connections are destroyed, so that no request and no
 * job waits for it.
 */
export function watchConnection(database: Connected, log: Logger) {
  return watchDatabase({
    openProbe: () => database.openProbe(),
    onAway() {
      log.error('The database does not respond: requests are answered with 503')
      database.destroyConnections()
    },
    onBack: () => log.info('The database responds again'),
    onClock(error) {
      if (error === undefined) log.info("The clock of this process agrees with the database's again")
      else log.error(error)
    },
  })
}

/** Watches the standby of DATABASE_READ_URL, which is used once it has what this start has written. */
export function watchReads({ openProbe, standby }: Connected, log: Logger): Standby | undefined {
  if (standby === undefined) return undefined
  return watchStandby({
    db: standby.db,
    openPrimaryProbe: openProbe,
    openStandbyProbe: standby.openProbe,
    onAway: standby.destroyConnections,
    onChange(failure) {
      if (failure === undefined) log.info('The standby serves reads')
      else log.warn('The standby is not used: the primary serves all reads', { reason: failure })
    },
  })
}
