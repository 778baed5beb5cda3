import * as v from 'valibot'
import { defineMemberRead, defineOwnRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Count, Instant, Nullable, NullableNum, Num, Text, TextParam, Username, ZeroOrOne } from '../wire.ts'
import { parsePeriod, type RecapKind } from './periods.ts'

export const RECAP_ROWS = 10
/** The number of artists in the list of movers. */
export const RECAP_MOVERS = 8
/** A track is rediscovered after this many days without a play. */
export const REDISCOVERED_AFTER_DAYS = 183
/** Rediscovered tracks are looked for among this many most played ones. */
export const REDISCOVERED_AMONG = 1000

/* @__NO_SIDE_EFFECTS__ */
const PeriodId = (kinds: readonly RecapKind[], example: string) =>
  v.pipe(
    TextParam,
    v.check((id) => kinds.some((kind) => parsePeriod(id)?.kind === kind), `must be a period such as ${example}`),
  )

/** An IANA name, or UTC. The weekly report is announced on Monday morning in the last one sent. */
const TimeZone = v.optional(v.pipe(TextParam, v.maxLength(64, 'must be at most 64 characters')), 'UTC')

/** An artist, a track or an album, with its plays in the period. */
export const RecapRow = v.object({
  id: Num,
  name: v.string(),
  /** A track's or an album's artist; an artist itself. */
  artist_id: Num,
  artist: Text,
  /** An album cover's path; empty without one. */
  cover: Text,
  plays: Count,
})
export type RecapRow = v.InferOutput<typeof RecapRow>

/** What a member has heard in a period, in days of the member's calendar. */
const recapFields = {
  /** `2026-W47`, `2026-10` or `2026`. */
  period: v.string(),
  /** Its first and last day. */
  from: v.string(),
  until: v.string(),
  /** The zone in which the days were counted. */
  time_zone: Text,
  /** 1: the period has not ended. */
  is_open: ZeroOrOne,
  /** The day of the member's first listen. Null without listens. */
  first_day: Nullable(v.string()),
  /** 1: a music service fills the member's charts, and nothing is counted from listens. */
  needs_listens: ZeroOrOne,
  plays: Count,
  plays_before: Count,
  /** Minutes listened, by the tracks' lengths, and the plays without a known one. */
  minutes: Added(Count),
  unmeasured: Added(Count),
  artists: Count,
  tracks: Count,
  albums: Count,
  /** Days with plays, and hours in the day with plays. */
  days: Rows(v.object({ day: v.string(), plays: Count })),
  hours: Rows(v.object({ hour: Num, plays: Count })),
  listening_days: Count,
  /** The most days in a row with plays, within the period. */
  longest_streak: Count,
  /**
   * The days in a row with plays up to the period's end, or up to today or yesterday; they may
   * begin before the period. Counted up to 1,000.
   */
  current_streak: Count,
  top_artists: Rows(RecapRow),
  top_tracks: Rows(RecapRow),
  top_albums: Rows(RecapRow),
  /** Artists that were heard for the first time. */
  new_artists: Count,
  top_new_artists: Rows(RecapRow),
  /** Artists with the greatest differences to the previous period, those with more plays first. */
  movers: Rows(v.object({ ...RecapRow.entries, plays_before: Count })),
  /** Tracks not heard for six months before, among the period's 1,000 most played ones. */
  rediscovered: Count,
  /** The longest unheard first. `last_played` is a UTC day. */
  rediscovered_tracks: Rows(v.object({ ...RecapRow.entries, last_played: Text })),
  /** Swaps that were completed in the period, and the swag that they brought. */
  swaps: Count,
  swag: Count,
}

export const RecapBroadcast = v.object({
  id: Num,
  username: v.string(),
  pfpsm: Text,
  track_id: NullableNum,
  track: Text,
  artist: Text,
  likes: Count,
  timestamp: Instant,
})
export type RecapBroadcast = v.InferOutput<typeof RecapBroadcast>

const Recap = v.object(recapFields)
/** The recap part that is the same for weeks, months and years. */
export type Recap = v.InferOutput<typeof Recap>

export const getWeeklyReport = defineMemberRead({
  path: '/api/user/weekly-report',
  summary: "A week of the member's listening and swaps, and what followed members broadcast in it.",
  visibility: 'profile',
  reads: 'own listens',
  query: v.object({
    user: Username,
    /** An ISO week. Without it the last complete one. */
    week: v.optional(PeriodId(['week'], '2026-W47')),
    time_zone: TimeZone,
  }),
  response: v.object({
    ...recapFields,
    /** Track broadcasts by followed members that the member may see and has not muted. */
    friends_broadcasts: Count,
    friends: Count,
    /** The most liked first. */
    top_broadcasts: Rows(RecapBroadcast),
  }),
  failure: 'Failed to load your week',
})

export const getRewind = defineOwnRead({
  path: '/api/user/rewind',
  summary: "A month or a year of the member's listening and swaps.",
  reads: 'own listens',
  query: v.object({
    user: Username,
    period: PeriodId(['month', 'year'], '2026-10 or 2026'),
    time_zone: TimeZone,
  }),
  response: Recap,
  failure: 'Failed to load the rewind',
})
