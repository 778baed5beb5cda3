import { sql } from 'kysely'
import { type Section, section, selectName, selectTime } from './section.ts'

/** Returns the sections for a member's relations to other members and to the admins. */
export const memberSections = (id: number): readonly Section[] => [
  section(
    'following.jsonl',
    'Whom you follow.',
    sql`select id as key, json_build_object('username', ${selectName('follows.followee_id')}, 'since', ${selectTime('created_at')}) as line
      from follows where follower_id = ${id}`,
  ),
  section(
    'followers.jsonl',
    'Who follows you.',
    sql`select id as key, json_build_object('username', ${selectName('follows.follower_id')}, 'since', ${selectTime('created_at')}) as line
      from follows where followee_id = ${id}`,
  ),
  section(
    'blocks.jsonl',
    'Whom you have blocked.',
    sql`select blocked_id as key, json_build_object('username', ${selectName('blocks.blocked_id')}, 'since', ${selectTime('created_at')}) as line
      from blocks where blocker_id = ${id}`,
  ),
  section(
    'mutes.jsonl',
    'Whom you have muted.',
    sql`select muted_id as key, json_build_object('username', ${selectName('mutes.muted_id')}, 'since', ${selectTime('created_at')}) as line
      from mutes where muter_id = ${id}`,
  ),
  section(
    'reports.jsonl',
    'What you have reported to the admins, and whether they are done with it.',
    sql`select id as key, json_build_object('username', ${selectName('reports.reported_id')}, 'reason', reason, 'about', related_type,
      'about_id', related_id, 'quote', quote, 'created_at', ${selectTime('created_at')}, 'closed_at', ${selectTime('closed_at')}) as line
      from reports where reporter_id = ${id}`,
  ),
  section(
    'activity.jsonl',
    'What others did that you were told of.',
    sql`select id as key, json_build_object('kind', kind, 'username', ${selectName('activity.actor_id')}, 'broadcast_id', broadcast_id,
      'swap_id', swap_id, 'reply_id', reply_id, 'created_at', ${selectTime('created_at')}) as line from activity where member_id = ${id}`,
  ),
  section(
    'warnings.jsonl',
    'Warnings by the admins, and what they hid or deleted of yours.',
    sql`select id as key, json_build_object('kind', kind, 'reason', reason, 'about', about,
      'created_at', ${selectTime('created_at')}, 'confirmed_at', ${selectTime('confirmed_at')}) as line
      from warnings where member_id = ${id}`,
  ),
  section(
    'suspension.jsonl',
    'The last suspension of your account, if it was not ended by an admin.',
    sql`select member_id as key, json_build_object('reason', reason, 'since', ${selectTime('since')},
      'until', ${selectTime('until')}) as line from suspensions where member_id = ${id}`,
  ),
  section(
    'invitations.jsonl',
    'Your invitations: how often they were used, and until when they can be.',
    sql`select id as key, json_build_object('uses', uses, 'max_uses', max_uses, 'created_at', ${selectTime('created_at')},
      'expires_at', ${selectTime('expires_at')}, 'revoked_at', ${selectTime('revoked_at')}) as line
      from invitations where inviter_id = ${id}`,
  ),
]
