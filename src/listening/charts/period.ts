import * as v from 'valibot'
import { Period } from '#contract/wire.ts'

/** The period in a leaderboard's URL; an invalid one is the spec's, overall. */
export const PeriodFromUrl = v.optional(v.fallback(Period, 'overall'))
