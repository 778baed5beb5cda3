import type { LogFields, Logger } from './log.ts'

/** What is logged for security, each as one line `security event=... member=... id=...`. Members are logged by number, addresses not at all. */
export type SecurityEvent =
  | 'signed_up'
  | 'login'
  | 'login_failed'
  | 'password_wrong'
  | 'password_changed'
  | 'password_reset'
  | 'reset_link_failed'
  | 'email_changed'
  | 'session_ended'
  | 'sessions_ended'
  | 'account_deleted'
  | 'limit_reached'
  | 'reset_link_made'
  | 'admin_granted'
  | 'admin_revoked'

/** Events that an operator looks for first. */
const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  'login_failed',
  'password_wrong',
  'reset_link_failed',
  'limit_reached',
])

/** Writes the line of an event. Never a name, an address, a secret or anything that a person typed. */
export function logSecurity(log: Logger, event: SecurityEvent, fields: LogFields = {}): void {
  if (WARNINGS.has(event)) log.warn('security', { event, ...fields })
  else log.info('security', { event, ...fields })
}
