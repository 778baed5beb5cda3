import type { TestInfo } from '@playwright/test'

/**
 * The tag for a test that needs the service worker. Other tests block it: its installation fetches
 * the whole app, which takes 0.4 s processor time per browser context.
 */
export const WITH_WORKER = '@with-worker'

/** Returns whether a test needs the service worker. */
export const isWithWorker = ({ tags }: Pick<TestInfo, 'tags'>): boolean => tags.includes(WITH_WORKER)

/** Returns Playwright's option for a test. */
export const serviceWorkersOf = (info: TestInfo): 'allow' | 'block' => (isWithWorker(info) ? 'allow' : 'block')
