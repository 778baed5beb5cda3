import * as v from 'valibot'
import { changeQuery, defineMemberRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Instant, NullableNum, Num, Text, TextParam, Username } from '../wire.ts'

/** An entry's id as a cursor: a `TimedId`. A number alone is from a former version. */
const EntryId = v.pipe(TextParam, v.regex(/^\d{1,16}(\.\d{10,15})?$/, 'must be the id of an entry'))

/** An event that another member caused for this member. */
export const Activity = v.object({
  /** Cursor for `before` and `up_to`: ordered as text, the newest has the highest. */
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  /**
   * `like`: on the member's broadcast `relatedid`, its track or title is `subject`; unread likes on
   * one broadcast are one entry, with the latest member as `username`. `follow`. `message`: one
   * entry for a conversation's unread ones; `subject` is the beginning of the latest.
   * `play_reaction`: to what the member plays or has played, with `subject` as `{track} by
   * {artist}`. On the swap `relatedid`: `swap_invite` and `swap_answer` with the other's track as
   * `{track} by {artist}`, `swap_result` with the rating of the member's track, `swap_ended` with
   * the reason (`declined`, `withdrawn`, `expired`, `deleted`), `swap_share` with `asked` if the
   * other wants to share the results, `agreed` if both share them. `reply`: to the member's
   * broadcast `relatedid`, `mention`: in the caption of the broadcast `relatedid` or in a reply to
   * it; `subject` is the beginning of the text. `weekly_report`: for the week `subject`
   * (`2026-W47`), by System. `server_failure`: for admins, by System; `backup` or `jobs`.
   * `relay_stopped`: by System; `subject` is the service that scrobbles no longer reach. Any other
   * value is from a newer server and shown by its `subject` alone.
   */
  kind: v.string(),
  username: v.string(),
  pfpsm: Text,
  relatedid: NullableNum,
  subject: Text,
  timestamp: Instant,
  unread: Bool,
  /** The number of members that the entry is about, at least 2; absent: `username` alone. */
  count: Added(Num),
  /** With `count`: the latest members besides `username`, at most two. */
  others: Added(Rows(v.object({ username: v.string(), pfpsm: Text }))),
  /** The track that the entry is about, for its picture. */
  sleeve: Added(v.object({ artist: v.string(), title: v.string() })),
})
export type Activity = v.InferOutput<typeof Activity>

export const getActivity = defineMemberRead({
  path: '/api/user/activity',
  summary: 'What happened to the member: likes, follows, messages and swap turns, newest first; without limit 50.',
  visibility: 'contact',
  query: v.object({ user: Username, ...pageParams(50), before: v.optional(EntryId) }),
  /** `unread` is counted up to 100. */
  response: v.object({ activity: Rows(Activity), unread: Added(Num) }),
  failure: 'Failed to load activity',
})

export const markActivityRead = defineOwnWrite({
  path: '/api/user/mark-activity-read',
  summary: 'Marks what happened as seen, up to the last id that was shown.',
  whileSuspended: true,
  query: changeQuery({ up_to: EntryId }),
  failure: 'Failed to mark activity read',
})
