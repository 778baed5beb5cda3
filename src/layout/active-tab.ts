export const tabs = [
  { id: 'feed', label: 'Feed', to: '/', icon: 'feed' },
  { id: 'search', label: 'Search', to: '/search', icon: 'search' },
  { id: 'swap', label: 'Track Swap', to: '/track-swap-entry', icon: 'swap' },
  { id: 'profile', label: 'Profile', to: '/profile', icon: 'profile' },
] as const

export type TabId = (typeof tabs)[number]['id']

/** Returns the tab for a path (spec section 2); null for messages, without a tab bar on a phone. */
export function activeTab(path: string): TabId | null {
  if (path === '/' || path === '') return 'feed'
  if (path === '/dm' || path.startsWith('/dm/')) return null
  if (path.startsWith('/search')) return 'search'
  if (path.startsWith('/track-swap')) return 'swap'
  return 'profile'
}
