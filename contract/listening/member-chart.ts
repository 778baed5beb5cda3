import * as v from 'valibot'
import { Day } from '../day.ts'
import { defineEndpoint, type ResponseOf } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import {
  Added,
  Count,
  IntParam,
  Limit,
  Nullable,
  NullableNum,
  Num,
  Period,
  Text,
  Username,
  ZeroOrOne,
} from '../wire.ts'
import { chartKinds } from './chart-kinds.ts'
import { CreditedArtists } from './credited-artists.ts'
import { TrackLinks } from './track-links.ts'

/** A chart's last place; longer ones end there. */
export const CHART_PLACES_MAX = 1000

/** An artist, a track or an album on a chart, at its place. */
export const ChartRow = v.object({
  place: Num,
  id: Num,
  name: v.string(),
  /** A track's or an album's artist; an artist itself. */
  artist_id: Num,
  artist: Text,
  artists: CreditedArtists,
  /** An album cover's path; empty without one. */
  cover: Text,
  plays: Count,
  links: TrackLinks,
  /** Place and plays in the previous period; null without plays, or below a chart's last place. */
  place_before: NullableNum,
  plays_before: Count,
})
export type ChartRow = v.InferOutput<typeof ChartRow>

export type MemberChart = ResponseOf<typeof getChart>

/** A chart's days: a sliding period, or a range of days in the member's calendar. */
export type ChartDays = { readonly period: Period } | { readonly from: string; readonly until: string }

/** A chart's days: a sliding period, or with `from` and `until` a range. */
const chartDays = {
  user: Username,
  /** Ignored with a range. */
  period: v.optional(Period, '7day'),
  /** Days in the member's calendar, both or neither. A range that ends in the future ends today. */
  from: v.optional(Day),
  until: v.optional(Day),
}

export const getListeningTime = defineEndpoint({
  method: 'GET',
  path: '/api/user/listening-time',
  addition: true,
  summary: 'The minutes that a member has listened in a period, by the lengths of the tracks.',
  access: 'member',
  visibility: 'listening',
  reads: 'own listens',
  query: v.object(chartDays),
  response: v.object({
    /** Null: hidden, or counted by a music service. */
    minutes: NullableNum,
    /** The number of plays without a known length, which count no minutes. */
    unmeasured: Count,
  }),
  failure: 'Failed to load the time',
})

export const getChart = defineEndpoint({
  method: 'GET',
  path: '/api/user/chart',
  addition: true,
  summary: "A member's most played artists, tracks or albums of a sliding period or a range of days, with changes.",
  access: 'member',
  visibility: 'listening',
  reads: 'own listens',
  query: v.object({
    ...chartDays,
    kind: v.picklist(chartKinds, 'must be one of artists, tracks, albums'),
    limit: v.optional(Limit, 50),
    offset: v.optional(
      v.pipe(IntParam, v.minValue(0, 'must be 0 to 999'), v.maxValue(CHART_PLACES_MAX - 1, 'must be 0 to 999')),
      0,
    ),
  }),
  response: v.object({
    rows: Rows(ChartRow),
    /** Null: all time. */
    from: Nullable(v.string()),
    until: Text,
    /** For the whole chart. Null for a chart that a music service fills. */
    plays: NullableNum,
    entries: NullableNum,
    /**
     * The period before the first day, with the same length; as many days for a range. Null for all
     * time, and for a music service's charts.
     */
    previous: Nullable(v.object({ from: v.string(), until: v.string(), plays: Count })),
    /** 1: a music service fills the member's charts, which lack albums and day ranges. */
    needs_listens: ZeroOrOne,
    /** 1: the member hides their listening, and the response contains none of it. */
    hidden: Added(ZeroOrOne),
  }),
  failure: 'Failed to load the chart',
})
