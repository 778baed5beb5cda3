import type { Page } from '@playwright/test'

/** Every route with a screen, with a valid parameter if it takes one. */
export const screens = (member: string): readonly string[] => [
  '/',
  '/login',
  '/signup',
  '/artist/1',
  '/album/1',
  '/track/1',
  '/charts',
  '/listening',
  '/listening?period=2026',
  '/exploration/1',
  '/profile',
  `/profile/someone-else`,
  `/followers/${member}`,
  `/following/${member}`,
  '/search',
  '/broadcast-track',
  '/share',
  '/share?text=Slow+Ferry+by+Nine+Rooms+https%3A%2F%2Fwww.last.fm%2Fmusic%2FNine%2BRooms%2F_%2FSlow%2BFerry',
  '/later',
  '/listens',
  '/listens?user=someone-else',
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
  '/confirm',
  '/settings',
  '/settings/listening',
  '/settings/music-library',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/security',
  '/settings/device',
  '/about',
  '/admin',
  '/admin/members',
  '/admin/members/someone-else',
  '/admin/log',
  '/admin/music',
  '/admin/server',
  '/admin/instance',
  '/there-is-nothing-here',
]

/** Routes that lead to the screens with which theirs were merged. */
export const redirects: readonly string[] = [
  '/friends',
  '/outbox',
  '/rewind',
  '/settings/invitations',
  '/settings/scrobbling',
  '/week',
]

export const themes = ['dark', 'light'] as const

/** Navigates as a link does: the router follows the browser's history. */
export const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    // set by the router
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number }
    const key = Math.random().toString(36).slice(2)
    history.pushState({ key, __TSR_key: key, __TSR_index: index + 1 }, '', to)
  }, path)
