import { activeTab, type TabId, tabs } from '#src/layout/active-tab.ts'

/** The prerendered frames in index.html, each in a `<template>`. */
export type FrameName = 'feed' | 'login' | 'tabs'

/** The id of a frame's template. */
export const frameId = (name: FrameName): string => `frame-${name}`

/** Returns the frame of a path; undefined for messages, which have no tab bar on a phone. */
export function findFrame(path: string): FrameName | undefined {
  if (path === '/') return 'feed'
  if (path === '/login') return 'login'
  return activeTab(path) === null ? undefined : 'tabs'
}

/** Returns where the active tab of a path links to. */
export const activeTabLink = (path: string): string | undefined => {
  const active: TabId | null = activeTab(path)
  return tabs.find(({ id }) => id === active)?.to
}
