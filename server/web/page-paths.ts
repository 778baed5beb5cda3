/**
 * The app's screen paths; `$` is any value. Any other path without a file is a 404, so that
 * scanners and crawlers find nothing. tests/house/page-paths.test.ts compares them with src/routes.
 */
export const PAGE_PATHS: readonly string[] = [
  '/',
  '/about',
  '/activity',
  '/admin',
  '/admin/instance',
  '/admin/log',
  '/admin/members',
  '/admin/members/$',
  '/admin/music',
  '/admin/server',
  '/album/$',
  '/artist/$',
  '/broadcast-track',
  '/broadcast/$',
  '/charts',
  '/confirm',
  '/dm',
  '/dm/$',
  '/exploration/$',
  '/followers/$',
  '/following/$',
  '/friends',
  '/later',
  '/listening',
  '/listens',
  '/login',
  '/outbox',
  '/profile',
  '/profile/$',
  '/reset',
  '/rewind',
  '/search',
  '/settings',
  '/settings/device',
  '/settings/invitations',
  '/settings/listening',
  '/settings/music-library',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/scrobbling',
  '/settings/security',
  '/share',
  '/signup',
  '/swap-points-results',
  '/track/$',
  '/track-swap',
  '/track-swap-action',
  '/track-swap-confirmation',
  '/track-swap-detail',
  '/track-swap-entry',
  '/track-swap-history',
  '/track-swap-results',
  '/week',
]

/**
 * Returns whether a request's path is an app screen. Names may contain dots: /profile/a.b is a
 * screen.
 */
export function isPagePath(path: string): boolean {
  const segments = path.replace(/(?<=.)\/$/, '').split('/')
  return PAGE_PATHS.some((pattern) => {
    const expected = pattern.split('/')
    return (
      expected.length === segments.length &&
      expected.every((part, at) => (part === '$' ? segments[at] !== '' : part === segments[at]))
    )
  })
}
