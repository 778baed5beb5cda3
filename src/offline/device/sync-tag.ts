/**
 * The tag of the Background Sync registration: the page registers it, and the worker handles its
 * `sync` event.
 */
export const SYNC_TAG = 'flipside-outbox'
