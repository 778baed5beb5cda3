import { type RawBuilder, sql } from 'kysely'
import type { Activity } from '#contract/activity/activity.ts'
import { type ActivityKind, activityKinds } from '#contract/activity/kinds.ts'
import { toPictures } from '#server/db/pictures.ts'
import { selectMicros, toTimedId } from '#server/db/timed-id.ts'
import type { MemberId } from '#server/db/visible-to.ts'
import { isShown, selectLikers } from './like-groups.ts'

/** The maximum number of characters from a message or a reply in the list. */
const EXCERPT_LENGTH = 100

export interface ActivityEntry extends Activity {
  readonly actorId: number
}

/** An entry from {@link selectEntries}. */
export interface EntryRow {
  id: number
  micros: number
  actor_id: number
  kind: string
  username: string
  picture_url: string | null
  relatedid: number | null
  subject: string
  created_at: Date
  is_unread: boolean
  likers: { count: number; others: { username: string; picture_url: string | null }[] | null } | null
  sleeve: { title: string; artist: string } | null
}

/** Selects the entries that a member may see. Each like is an entry with its group's number. */
export const selectEntries = (memberId: MemberId): RawBuilder<EntryRow> => sql<EntryRow>`
  select activity.id, ${selectMicros('activity.created_at')} as micros, activity.actor_id, kind, actor.name as username, actor.picture_url, activity.created_at, is_unread,
    coalesce(activity.broadcast_id, activity.swap_id,
      (select broadcast_id from replies where replies.id = activity.reply_id)) as relatedid, coalesce(${subject}, '') as subject,
    case when kind = 'like' then ${selectLikers(memberId)} end as likers,
    (select json_build_object('title', tracks.title, 'artist', artists.name)
      from tracks join artists on artists.id = tracks.artist_id where tracks.id = ${subjectTrack}) as sleeve
  from activity join members as actor on actor.id = activity.actor_id
  where activity.member_id = ${memberId} and ${isShown(memberId)}`

export const toEntry = (row: EntryRow): ActivityEntry => ({
  id: toTimedId({ micros: row.micros, number: row.id }),
  actorId: row.actor_id,
  kind: row.kind,
  username: row.username,
  pfpsm: toPictures(row.picture_url).pfpsm,
  relatedid: row.relatedid,
  subject: row.subject,
  timestamp: row.created_at.toISOString(),
  unread: row.is_unread,
  ...toGroup(row.likers),
  ...(row.sleeve !== null && { sleeve: row.sleeve }),
})

function toGroup(likers: EntryRow['likers']): Pick<Activity, 'count' | 'others'> {
  if (likers === null || likers.count < 2) return {}
  const others = (likers.others ?? []).map(({ username, picture_url }) => ({
    username,
    pfpsm: toPictures(picture_url).pfpsm,
  }))
  return { count: likers.count, others }
}

const playedTrack = sql`(select coalesce(tracks.merged_into, tracks.id) from play_reactions
  join tracks on tracks.id = track_id where play_reactions.id = activity.play_reaction_id)`

const swappedTrack = (side: 'initiator' | 'matched') => sql`(
  select ${sql.ref(`${side}_track_id`)} from song_swaps where song_swaps.id = activity.swap_id)`

/** The track that an entry is about; null without one. */
const subjectTrack = sql`case kind
  when 'swap_invite' then ${swappedTrack('initiator')}
  when 'swap_answer' then ${swappedTrack('matched')}
  when 'swap_result' then ${swappedTrack('matched')}
  when 'play_reaction' then ${playedTrack}
  else (select track_id from broadcasts where broadcasts.id = coalesce(activity.broadcast_id,
    (select broadcast_id from replies where replies.id = activity.reply_id))) end`

/** Selects a track's title with its artist. */
const selectTitle = (track: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select tracks.title || ' by ' || artists.name from tracks join artists on artists.id = tracks.artist_id
  where tracks.id = ${track})`

/** A text's beginning; a longer one ends with an ellipsis. */
const selectExcerpt = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`case when length(${text}) > ${sql.lit(EXCERPT_LENGTH)}
    then rtrim(left(${text}, ${sql.lit(EXCERPT_LENGTH - 1)})) || '…' else ${text} end`

const body = sql<string>`body`

const replyExcerpt: RawBuilder<string> = sql<string>`(
  select ${selectExcerpt(body)} from replies where replies.id = activity.reply_id)`

const captionExcerpt: RawBuilder<string> = sql<string>`(
  select ${selectExcerpt(sql`broadcasts.title`)} from broadcasts where broadcasts.id = activity.broadcast_id)`

const detail = sql<string>`detail`

const subjects: Readonly<Record<ActivityKind, RawBuilder<string>>> = {
  like: sql`(select coalesce(tracks.title, broadcasts.title)
    from broadcasts left join tracks on tracks.id = broadcasts.track_id where broadcasts.id = activity.broadcast_id)`,
  message: sql`(select coalesce(nullif(${selectExcerpt(body)}, ''), ${selectTitle(sql`messages.track_id`)}) from messages
    where least(sender_id, recipient_id) = least(activity.member_id, activity.actor_id)
      and greatest(sender_id, recipient_id) = greatest(activity.member_id, activity.actor_id)
      and sender_id = activity.actor_id and deleted_at is null
    order by messages.id desc limit 1)`,
  reply: replyExcerpt,
  mention: sql`coalesce(${replyExcerpt}, ${captionExcerpt})`,
  follow: detail,
  play_reaction: selectTitle(playedTrack),
  swap_invite: selectTitle(swappedTrack('initiator')),
  swap_answer: selectTitle(swappedTrack('matched')),
  swap_result: sql`(select initiator_rating::text from song_swaps where song_swaps.id = activity.swap_id)`,
  swap_ended: detail,
  swap_share: sql`(select case when initiator_shares_at is null or matched_shares_at is null then 'asked'
    else 'agreed' end from song_swaps where song_swaps.id = activity.swap_id)`,
  weekly_report: detail,
  server_failure: detail,
  relay_stopped: detail,
}

const subject = sql<string>`case kind ${sql.join(
  activityKinds.map((kind) => sql`when ${sql.lit(kind)} then ${subjects[kind]}`),
  sql` `,
)} else ${detail} end`
