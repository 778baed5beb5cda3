import type pg from 'pg'

/** SQLSTATE `transaction_resolution_unknown`: an outage to `findDriverOutage`. */
const UNKNOWN = '08007'

/**
 * Watches a connection for commits that did not wait for the synchronous standby to the end: after
 * a cancellation or `statement_timeout`, PostgreSQL reports success with a warning. Returns a
 * function that returns the last statement's error, if there is one. A failover could lose such a
 * commit, so that the write must be repeated.
 */
export function watchReplication(client: pg.ClientBase): () => Error | undefined {
  let isUnreplicated = false
  client.on('notice', ({ routine }) => {
    // The warning text depends on the server's language.
    if (routine === 'SyncRepWaitForLSN') isUnreplicated = true
  })
  return () => {
    if (!isUnreplicated) return undefined
    isUnreplicated = false
    return Object.assign(new Error('The commit did not wait for the synchronous standby'), { code: UNKNOWN })
  }
}
