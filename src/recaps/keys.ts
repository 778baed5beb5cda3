import { nameKey } from '#contract/accounts/names.ts'

/** Cache key for a weekly report. The service worker stores responses under it too. */
export const weeklyReportKey = (user: string, week: string, timeZone: string) =>
  ['recaps', 'week', nameKey(user), week, timeZone] as const
