/** Every route, with a valid parameter if it takes one. */
export const screens = (member: string): readonly string[] => [
  '/',
  '/login',
  '/signup',
  '/artist/1',
  '/exploration/1',
  '/friends',
  '/profile',
  `/profile/someone-else`,
  `/followers/${member}`,
  `/following/${member}`,
  '/search',
  '/broadcast-track',
  '/dm',
  '/dm/someone-else',
  '/activity',
  '/broadcast/1',
  '/track-swap-entry',
  '/track-swap',
  '/track-swap-confirmation',
  '/track-swap-results',
  '/swap-points-results',
  '/track-swap-history',
  '/track-swap-detail?id=1',
  '/track-swap-action',
  '/reset',
  '/settings',
  '/settings/listening',
  '/settings/privacy',
  '/settings/scrobbling',
  '/settings/device',
  '/outbox',
  '/there-is-nothing-here',
]

/** The tested widths: the narrowest phone, a phone, a desktop. */
export const widths = [320, 390, 1280] as const
export const themes = ['dark', 'light'] as const
