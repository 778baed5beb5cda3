import { CannotStart } from '#server/config/config.ts'
import { findDriverOutage } from './outage.ts'
import { getSqlState } from './sql-state.ts'

/** Reasons why a database is unusable that time does not change. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it rejects the password',
  '28000': 'it rejects the user, or the connection without TLS (sslmode in DATABASE_URL)',
  '3D000': 'there is no database of that name',
  '42501':
    'its user may not create tables. Let the user own the database, or run GRANT CREATE ON SCHEMA public and CREATE SCHEMA flipside_jobs AUTHORIZATION for it as the owner of the database',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: name it with sslrootcert, or use sslmode=require',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate authority is unknown: name the file of its certificate with sslrootcert in DATABASE_URL',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate authority is unknown: name the file of its certificate with sslrootcert in DATABASE_URL',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate authority is unknown: name the file of its certificate with sslrootcert in DATABASE_URL',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host than the one in DATABASE_URL',
}

const NO_TLS = /does not support SSL/

/**
 * Returns a CannotStart for a driver error. Its message omits the address, which may contain a
 * password.
 */
export function toStartError(error: unknown): unknown {
  if (error instanceof CannotStart || !(error instanceof Error)) return error
  return new CannotStart(`The database cannot be opened: ${findReason(error)}.`, { cause: error })
}

function findReason(error: Error): string {
  if (NO_TLS.test(error.message)) return 'it has no TLS, which sslmode in DATABASE_URL requires'
  const code = getSqlState(error)
  const known = code === undefined ? undefined : REASONS[code]
  return known ?? findDriverOutage(error) ?? (code === undefined ? 'it does not respond' : `it responds with ${code}`)
}
