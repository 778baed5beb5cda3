import { expect, type Page, type Worker } from '@playwright/test'
import { findRegistration } from './worker-registration.ts'

/** Web Push in one page's browser: pushes as its push service delivers them. */
interface PushedPage {
  /** Delivers a push with this content. */
  deliver: (data: string) => Promise<void>
  /** Returns the displayed notifications' titles and texts. */
  shown: () => Promise<string[]>
  /** Presses the displayed notification with this title. */
  press: (title: string) => Promise<void>
  /** Makes the worker's random delays as short as they can be. */
  delayNothing: () => Promise<void>
}

/** Allows notifications to a page with an active worker. */
export async function allowPushes(page: Page): Promise<PushedPage> {
  const context = page.context()
  const { origin } = new URL(page.url())
  await context.grantPermissions(['notifications'], { origin })
  const session = await context.newCDPSession(page)
  const registrationId = await findRegistration(session, page, origin)
  return {
    deliver: async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
      }),
    press: async (title) => pressNotification(await findWorker(page), title),
    delayNothing: async () =>
      (await findWorker(page)).evaluate(() => {
        Math.random = () => 0
      }),
  }
}

async function findWorker(page: Page): Promise<Worker> {
  const workers = () => page.context().serviceWorkers()
  await expect.poll(() => workers().length).toBeGreaterThan(0)
  const [worker] = workers()
  if (worker === undefined) throw new Error('There is no service worker.')
  return worker
}

/**
 * Fires a press event: headless Chromium displays nothing to press. Such an event may not open
 * windows.
 */
async function pressNotification(worker: Worker, title: string): Promise<void> {
  await worker.evaluate(async (wanted) => {
    // The worker's global scope.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const found = (await scope.registration.getNotifications()).find((shown) => shown.title === wanted)
    if (found === undefined) throw new Error(`No notification "${wanted}" is displayed.`)
    const event = new scope.NotificationEvent('notificationclick', { notification: found })
    const ended = new Promise((resolve) =>
      // Only a browser event may be extended.
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => resolve(work) }),
    )
    globalThis.dispatchEvent(event)
    await ended
  }, title)
}
