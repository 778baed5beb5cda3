import {
  editNotificationSettings,
  getNotificationSettings,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/settings.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createNoSessionRefusal } from '#server/http/request.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import { findHostLimit, findPushAddress, isPublicKey, isPushOn } from './endpoint.ts'
import { getSettings, updateSettings } from './settings.ts'
import {
  deleteOwnSubscription,
  insertSubscription,
  listDevices,
  type SubscriptionOwner,
  turnOffSubscription,
} from './subscriptions.ts'
import { getVapidKeys } from './vapid.ts'

/** Registers the routes for notification settings and subscriptions. */
export function pushRoutes(api: Api): void {
  route(api, getNotificationSettings, async (input) => {
    const { member, db, config, now } = input
    const keys = isPushOn(config) ? await getVapidKeys(db, config, now) : undefined
    return {
      public_key: keys?.publicKey ?? '',
      ...(await getSettings(db, member.id)),
      ...(await listDevices(db, toOwner(input), now)),
    }
  })

  route(api, editNotificationSettings, ({ query, member, tx }) => updateSettings(tx, member.id, query))

  route(api, subscribePush, async (input) => {
    const { query, tx, config, now } = input
    const { endpoint, p256dh, auth } = query
    const address = findPushAddress(config, endpoint)
    if (address === undefined) throw new Refusal(400, 'This server cannot push to the service of your browser.')
    if (!isPublicKey(p256dh)) throw new Refusal(400, 'The key of the subscription is invalid.')
    const { host } = address.url
    const subscription = { endpoint, p256dh, auth, host, hostMax: findHostLimit(address) }
    await insertSubscription(tx, toOwner(input), subscription, now)
  })

  route(api, unsubscribePush, async (input) => {
    const { member, query, tx } = input
    if (query.device === undefined) await deleteOwnSubscription(tx, toOwner(input))
    else await turnOffSubscription(tx, member.id, query.device)
  })
}

function toOwner({
  member,
  sessionHash,
}: {
  readonly member: Member
  readonly sessionHash: Buffer | undefined
}): SubscriptionOwner {
  if (sessionHash === undefined) throw createNoSessionRefusal()
  return { memberId: member.id, sessionHash }
}
