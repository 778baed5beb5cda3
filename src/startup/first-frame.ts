import { activeTab, type TabId } from '#src/layout/active-tab.ts'

/** Which of the prerendered frames a page shows until React takes over. */
export type FrameName = TabId | 'feed-visitor' | 'login' | 'bare'

/** Every frame that the build writes into index.html, as a text: what is not shown costs nothing to read. */
export const frameNames: readonly FrameName[] = ['feed', 'feed-visitor', 'search', 'swap', 'profile', 'login', 'bare']

/** Of the element that holds a frame's HTML. */
export const frameId = (name: FrameName): string => `frame-${name}`

/** The frame of a path, for a member or (null) a visitor. */
export function frameOf(path: string, member: string | null): FrameName {
  if (path === '/login') return 'login'
  const tab = activeTab(path)
  if (tab === null) return 'bare'
  return tab === 'feed' && member === null ? 'feed-visitor' : tab
}
