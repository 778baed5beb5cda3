import { activeTab, type TabId, tabs } from '#src/layout/active-tab.ts'

/** The prerendered frames in index.html, each in a `<template>`. */
export type FrameName = 'feed' | 'login' | 'conversation' | 'screen'

export const frameId = (name: FrameName): string => `frame-${name}`

/** Returns the frame for a path. Messages have their own: without a tab bar on a phone. */
export function findFrame(path: string): FrameName {
  if (path === '/') return 'feed'
  if (path === '/login') return 'login'
  return activeTab(path) === null ? 'conversation' : 'screen'
}

export const activeTabLink = (path: string): string | undefined => {
  const active: TabId | null = activeTab(path)
  return tabs.find(({ id }) => id === active)?.to
}
