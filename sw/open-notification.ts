import * as v from 'valibot'
import type { OpenPath } from '#src/notifications/pushed/messages.ts'
import { toOwnPath } from './to-notification.ts'

declare const self: ServiceWorkerGlobalScope

/** How long in ms a window may take to reply: a frozen one is navigated instead. */
const REPLY_MS = 1000

export async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { path: pushed, shownAt } = readData(notification.data)
  const path = toOwnPath(pushed, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ focused }) => focused) ?? windows[0]
  if (open === undefined) {
    await self.clients.openWindow(path)
    return
  }
  // Focusing is allowed for a moment after the press only, so it comes first.
  const focused = await open.focus().catch(() => open)
  if (await isOpenedBy(focused, { type: 'open-path', path, shownAt })) return
  await focused.navigate(path).catch(() => self.clients.openWindow(path))
}

const Data = v.fallback(v.object({ path: v.string(), shownAt: v.optional(v.number(), 0) }), { path: '/', shownAt: 0 })
const readData = (data: unknown) => v.parse(Data, data)

/** Resolves to whether the window's router has opened the path, without a reload. */
function isOpenedBy(client: WindowClient, message: v.InferOutput<typeof OpenPath>): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), REPLY_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    client.postMessage(message, [port2])
  })
}
