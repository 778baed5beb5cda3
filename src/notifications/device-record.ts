import { NOTIFICATION_OFFER_KEY, PUSH_ENDPOINT_KEY } from '#contract/storage-names.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'

/** Returns whether the notification offer had a response on this device: it is made once. */
export const isOfferDecided = (): boolean => readLocalStorage(NOTIFICATION_OFFER_KEY) !== null

export const storeOfferChoice = (): boolean => writeLocalStorage(NOTIFICATION_OFFER_KEY, String(Date.now()))

/** Null if the member has not turned notifications on here. */
export const readPushEndpoint = (): string | null => readLocalStorage(PUSH_ENDPOINT_KEY)

export const storePushEndpoint = (endpoint: string | null): boolean => writeLocalStorage(PUSH_ENDPOINT_KEY, endpoint)
