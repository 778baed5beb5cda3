/**
 * Paths of earlier versions that redirect. Notifications of weekly reports lead to `/week`, Last.fm
 * and `/api/auth/` to `/settings/scrobbling`.
 */
export const movedPaths = ['/outbox', '/rewind', '/settings/invitations', '/settings/scrobbling', '/week'] as const
export type MovedPath = (typeof movedPaths)[number]
