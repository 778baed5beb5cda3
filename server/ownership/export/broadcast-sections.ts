import { sql } from 'kysely'
import { isBroadcastOpen, isReplyOpen } from '#server/activity/index.ts'
import { type Section, section, selectName, selectTime, selectTrack } from './section.ts'

/** Returns the sections for broadcasts, replies, likes and mentions. */
export const broadcastSections = (id: number): readonly Section[] => [
  section(
    'broadcasts.jsonl',
    'What you have broadcast, and the members that the captions mention.',
    sql`select id as key, json_build_object('id', id, 'title', title, 'body', body, 'shared_track', ${selectTrack('broadcasts.track_id')},
      'mentions', (select coalesce(json_agg(${selectName('broadcast_mentions.member_id')}), '[]') from broadcast_mentions where broadcast_id = broadcasts.id),
      'likes', likes, 'created_at', ${selectTime('created_at')}) as line from broadcasts where author_id = ${id}`,
  ),
  section(
    'likes.jsonl',
    'Broadcasts that you like.',
    sql`select broadcast_id as key, json_build_object('broadcast_id', broadcast_id, 'author', ${selectName('broadcasts.author_id')},
      'title', title, 'shared_track', ${selectTrack('broadcasts.track_id')}, 'liked_at', ${selectTime('likes.created_at')}) as line
      from likes join broadcasts on broadcasts.id = broadcast_id where member_id = ${id}`,
  ),
  section(
    'play-reactions.jsonl',
    'Reactions of yours to what others play, and of others to what you play.',
    sql`select id as key, json_build_object('by', ${selectName('member_id')}, 'listener', ${selectName('listener_id')},
      'track', ${selectTrack('track_id')}, 'played_at', ${selectTime('played_at')}, 'reacted_at', ${selectTime('created_at')}) as line
      from play_reactions where ${id}::bigint in (member_id, listener_id)`,
  ),
  section(
    'replies.jsonl',
    'Your replies to broadcasts, and the members that they mention.',
    sql`select id as key, json_build_object('id', id, 'broadcast_id', broadcast_id, 'author', (select ${selectName('broadcasts.author_id')}
        from broadcasts where broadcasts.id = broadcast_id), 'text', body,
      'mentions', (select coalesce(json_agg(${selectName('reply_mentions.member_id')}), '[]') from reply_mentions where reply_id = replies.id),
      'created_at', ${selectTime('created_at')}, 'edited_at', ${selectTime('edited_at')}) as line
      from replies where author_id = ${id}`,
  ),
  section(
    'mentions.jsonl',
    'Replies of others that mention you, as far as you can see them.',
    sql`select reply_id as key, json_build_object('reply_id', reply_id, 'broadcast_id', broadcast_id, 'author', ${selectName('replies.author_id')},
      'text', replies.body, 'created_at', ${selectTime('replies.created_at')}) as line
      from reply_mentions join replies on replies.id = reply_id join broadcasts on broadcasts.id = broadcast_id
      where member_id = ${id} and ${isReplyOpen(id)}`,
  ),
  section(
    'caption-mentions.jsonl',
    'Broadcasts of others whose captions mention you, as far as you can see them.',
    sql`select broadcast_id as key, json_build_object('broadcast_id', broadcast_id, 'author', ${selectName('broadcasts.author_id')},
      'text', broadcasts.title, 'created_at', ${selectTime('broadcasts.created_at')}) as line
      from broadcast_mentions join broadcasts on broadcasts.id = broadcast_id
      where member_id = ${id} and ${isBroadcastOpen(id)}`,
  ),
]
