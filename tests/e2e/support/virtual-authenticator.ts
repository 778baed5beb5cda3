import type { Page } from '@playwright/test'

/** Chromium's own authenticator for tests, with a page that counts the dialogs that would open. */
interface VirtualAuthenticator {
  /** The number of calls that open a dialog in a browser with a user. */
  readonly countDialogs: () => Promise<number>
  /** Whether the user is verified: without, the browser ends the dialog as if it were cancelled. */
  readonly setVerified: (isVerified: boolean) => Promise<void>
}

/**
 * Adds an authenticator that stores passkeys and verifies its user to `page`, before the page is
 * opened.
 */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.addInitScript(countCalls)
  return {
    countDialogs: () => page.evaluate(() => Number(sessionStorage.getItem('dialogs') ?? 0)),
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** Runs in the page: counts the calls to `navigator.credentials`, also across navigations. */
function countCalls() {
  const { credentials } = navigator
  for (const name of ['get', 'create'] as const) {
    const original = credentials[name].bind(credentials)
    credentials[name] = (options?: CredentialRequestOptions & CredentialCreationOptions) => {
      sessionStorage.setItem('dialogs', String(Number(sessionStorage.getItem('dialogs') ?? 0) + 1))
      return original(options)
    }
  }
}
