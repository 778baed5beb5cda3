import type { LogFields, Logger } from '#server/telemetry/log.ts'

/**
 * The security events, each logged as one line `security event=... member=... id=...`. Members are
 * logged by id, addresses never.
 */
export type SecurityEvent =
  | 'signed_up'
  | 'login'
  | 'login_failed'
  | 'password_wrong'
  | 'password_changed'
  | 'password_reset'
  | 'reset_link_failed'
  | 'email_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_failed'
  | 'passkey_copied'
  | 'email_confirmed'
  | 'confirmation_link_failed'
  | 'reset_requested'
  | 'session_ended'
  | 'sessions_ended'
  | 'account_deleted'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'single_sign_on_failed'
  | 'limit_reached'
  | 'reset_link_made'
  | 'push_keys_rotated'
  | 'admin_granted'
  | 'admin_revoked'
  | 'admin_act'

const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  'login_failed',
  'password_wrong',
  'reset_link_failed',
  'passkey_failed',
  'passkey_copied',
  'confirmation_link_failed',
  'single_sign_on_failed',
  'limit_reached',
])

/** Logs an event. Never pass a name, an address, a secret or text from a user. */
export function logSecurity(log: Logger, event: SecurityEvent, fields: LogFields = {}): void {
  if (WARNINGS.has(event)) log.warn('security', { event, ...fields })
  else log.info('security', { event, ...fields })
}
