/** Marks reads by the service worker after a push: no visit, so that they do not renew the session. */
export const BACKGROUND_HEADER = 'x-in-background'
