import { insertAuditEntry } from '#server/audit/index.ts'
import { findSecretKey } from '#server/config/secret-key.ts'
import { logSecurity } from '#server/http/security-log.ts'
import { rotateVapidKeys } from '#server/push/index.ts'
import { type AdminCommandInput, applyMeasure } from './command.ts'

/** Replaces the Web Push keys and ends all subscriptions. Returns the text to print. */
export async function rotatePushKeys(input: AdminCommandInput): Promise<string> {
  const ended = await applyMeasure(input, async (tx, actor) => {
    const subscriptions = await rotateVapidKeys(tx, { secretKey: findSecretKey(input.config) }, actor.now)
    await insertAuditEntry(tx, actor, { action: 'push_keys_rotated', detail: `${subscriptions} subscriptions` })
    return subscriptions
  })
  logSecurity(input.log, 'push_keys_rotated', { subscriptions: ended })
  return `Web Push has new keys. ${ended} ${ended === 1 ? 'subscription has' : 'subscriptions have'} ended: each device subscribes again when the app is opened on it.`
}
