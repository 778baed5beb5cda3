import type { BrowserContext } from '@playwright/test'
import { SESSION_COOKIE } from '#contract/storage-names.ts'

/** Lets the server serve its page as built, without content, as to members: with an unknown session. */
export const useBuiltPage = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: SESSION_COOKIE, value: 'unknown', url }])
