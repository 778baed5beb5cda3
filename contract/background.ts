/**
 * The header on reads that the service worker sends by itself, after a push: they are no visit by
 * the member, so that they neither renew the session nor count as its use or as a log-in.
 */
export const BACKGROUND_HEADER = 'x-in-background'
