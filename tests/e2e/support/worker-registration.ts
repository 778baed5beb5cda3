import { type CDPSession, expect, type Page } from '@playwright/test'

/** Returns the worker's registration id for `origin` in the browser's protocol. */
export async function findRegistration(session: CDPSession, page: Page, origin: string): Promise<string> {
  let found: string | undefined
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    found =
      registrations.find((registration) => !registration.isDeleted && registration.scopeURL.startsWith(origin))
        ?.registrationId ?? found
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => found, `the worker's registration, seen from ${page.url()}`).toBeDefined()
  if (found === undefined) throw new Error(`There is no service worker at ${origin}.`)
  return found
}
