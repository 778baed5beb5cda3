import { NOTIFICATION_OFFER_KEY, PUSH_ENDPOINT_KEY } from '#contract/storage-names.ts'

/** Reads localStorage, which private modes and site settings may forbid. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch (error) {
    console.warn('This device cannot store a setting of notifications.', error)
  }
}

/** Returns whether the notification offer had a response on this device: it is made once. */
export const isOfferDecided = (): boolean => read(NOTIFICATION_OFFER_KEY) !== null

export const storeOfferChoice = (): void => write(NOTIFICATION_OFFER_KEY, String(Date.now()))

/**
 * Returns the endpoint for the subscription that the member has turned on here; null if
 * notifications are off.
 */
export const readPushEndpoint = (): string | null => read(PUSH_ENDPOINT_KEY)

export const storePushEndpoint = (endpoint: string | null): void => write(PUSH_ENDPOINT_KEY, endpoint)
