import type * as v from 'valibot'
import type { OpenPath } from '#src/notifications/pushed/messages.ts'
import { toOwnPath } from './to-notification.ts'

declare const self: ServiceWorkerGlobalScope

/** How long in ms a window may take to reply: a frozen one is navigated instead. */
const REPLY_MS = 1000

/** Opens the path of a pressed notification: in an open window if there is one. */
export async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const path = toOwnPath(pathOf(notification.data), self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ focused }) => focused) ?? windows[0]
  if (open === undefined) {
    await self.clients.openWindow(path)
    return
  }
  // Focusing is allowed for a moment after the press only, so it comes first.
  const focused = await open.focus().catch(() => open)
  if (await isOpenedBy(focused, path)) return
  await focused.navigate(path).catch(() => self.clients.openWindow(path))
}

const pathOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string' ? data.path : '/'

/** Resolves to whether the window's router has opened the path, without a reload. */
function isOpenedBy(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: v.InferOutput<typeof OpenPath> = { type: 'open-path', path }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), REPLY_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    client.postMessage(message, [port2])
  })
}
