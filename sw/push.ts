import * as v from 'valibot'
import { isSameName } from '#contract/accounts/names.ts'
import { PushMessage } from '#contract/notifications/push-message.ts'
import { PUSHED_CHANNEL } from '#contract/storage-names.ts'
import { completePush } from '#src/notifications/pushed/complete-push.ts'
import { fetchTargets } from '#src/notifications/pushed/fetch-targets.ts'
import type { FetchedTargets } from '#src/notifications/pushed/messages.ts'
import { sendSubscription } from '#src/notifications/pushed/send-subscription.ts'
import { storePushed } from '#src/notifications/pushed/store-pushed.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { type Device, openDeviceStore, readDevice, readSignedIn } from '#src/offline/device/member.ts'
import { backgroundExchange } from './background-exchange.ts'
import { toNotification, UNREADABLE } from './to-notification.ts'

declare const self: ServiceWorkerGlobalScope

/** `renotify` and `timestamp` are not in the DOM types. */
type Options = NotificationOptions & { renotify?: boolean; timestamp?: number }

/**
 * Shows a push, adds it to its recipient's stored responses, and fetches what it points to. A
 * browser requires a visible notification for every push: a malformed one, and one for a member
 * that is not signed in here, are shown without their content.
 */
export async function receivePush(event: PushEvent): Promise<void> {
  const device = openDeviceStore()
  try {
    const recipient = await readDevice(device).catch((): Device => ({ name: null, generation: 0 }))
    const push = parsePush(event.data)
    if (push === undefined || !isFor(recipient, push)) return await show(UNREADABLE.title, UNREADABLE.options)
    const { title, options, path } = toNotification(push, self.location.origin)
    await Promise.all([
      isShown(path).then((isOpen) => (isOpen ? undefined : show(title, options))),
      setBadge(push.app_badge),
      store(device, recipient, push),
    ])
    await fetchTarget(device, recipient, push).catch(warn)
  } finally {
    device.close()
  }
}

/** Returns the content of a push; undefined if it is malformed. */
function parsePush(data: PushMessageData | null): PushMessage | undefined {
  try {
    const parsed = v.safeParse(PushMessage, data?.json())
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

const isFor = ({ name }: Device, { flipside }: PushMessage) => name !== null && isSameName(name, flipside.member)

const show = (title: string, options: Options) => self.registration.showNotification(title, options)

/** Returns whether the user is looking at the path: then the browser requires no notification. */
async function isShown(path: string): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window' })
  return windows.some(({ url, focused, visibilityState }) => {
    const { pathname, search } = new URL(url)
    return focused && visibilityState === 'visible' && pathname + search === path && path.startsWith('/dm/')
  })
}

async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return
  await (count > 0 ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge()).catch(() => undefined)
}

async function store(device: KeyValueStore, recipient: Device, push: PushMessage): Promise<void> {
  await storePushed(device, recipient, push, Date.now()).catch(warn)
  // Last: a tab that is notified refetches.
  announce(push)
}

/** Fetches what a push points to, unless it contains that: the connection may be lost later. */
async function fetchTarget(device: KeyValueStore, recipient: Device, push: PushMessage): Promise<void> {
  if (isDataSaved()) return
  const member = recipient.name ?? ''
  const completed = await completePush(member, push, backgroundExchange)
  if (completed !== push) await store(device, recipient, completed)
  const fetched = await fetchTargets(device, recipient, push.flipside.path, backgroundExchange)
  if (fetched.length > 0) announce({ member, fetched } satisfies v.InferOutput<typeof FetchedTargets>)
}

/** Returns whether the user saves data: then nothing is fetched ahead. Chromium's only. */
const isDataSaved = () =>
  (self.navigator as WorkerNavigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

function announce(message: object) {
  const channel = new BroadcastChannel(PUSHED_CHANNEL)
  channel.postMessage(message)
  channel.close()
}

/** Registers the subscription that replaces an ended one. The next start repairs a failure. */
export async function renewSubscription(event: Event): Promise<void> {
  // Not in the DOM types; Firefox 139 and Safari set no subscriptions.
  const { newSubscription, oldSubscription } = event as Event & {
    newSubscription?: PushSubscription | null
    oldSubscription?: PushSubscription | null
  }
  try {
    const { name } = await readSignedIn()
    if (name === null) return
    const renewed =
      newSubscription ?? (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)))
    if (renewed) await sendSubscription(name, renewed)
  } catch (error) {
    warn(error)
  }
}

const warn = (error: unknown) => console.warn('A push could not be handled completely.', error)
