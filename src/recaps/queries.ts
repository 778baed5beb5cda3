import { nameKey } from '#contract/accounts/names.ts'
import { parsePeriod, type RecapPeriod, shiftDay, stepPeriod, toMonth, toWeek } from '#contract/recaps/periods.ts'
import { getRewind, getWeeklyReport } from '#contract/recaps/recap.ts'
import { blockAndMuteReads } from '#src/accounts/blocks/overlay.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'
import { findToday, readDeviceZone } from './calendar.ts'
import { weeklyReportKey } from './keys.ts'
import { overlayReport } from './overlay.ts'

/** The report for a week, by the device's calendar; null from a host without reports. */
export const weeklyReportQuery = (user: string, week: string, timeZone = readDeviceZone()) =>
  additionQuery(getWeeklyReport, { user, week, time_zone: timeZone }, weeklyReportKey(user, week, timeZone), {
    overlay: overlayReport,
    reads: blockAndMuteReads,
  })

/** The rewind for a month or a year, by the device's calendar; null from a host without it. */
export const rewindQuery = (user: string, period: string, timeZone = readDeviceZone()) =>
  additionQuery(getRewind, { user, period, time_zone: timeZone }, ['recaps', 'rewind', nameKey(user), period, timeZone])

/** Returns the last complete week. */
export const findReportedWeek = () => stepPeriod(toWeek(findToday()), -1)

/** Returns the period in a URL; without a valid one the last complete week. */
export const toRecapPeriod = (id: unknown): RecapPeriod =>
  (typeof id === 'string' ? parsePeriod(id) : undefined) ?? findReportedWeek()

/** Returns the month that a rewind begins with: this one, or in its first week the last one. */
export const findRecentMonth = () => toMonth(shiftDay(findToday(), -7))
