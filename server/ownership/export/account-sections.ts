import { sql } from 'kysely'
import { type Section, section, selectTime } from './section.ts'

/** Returns the sections for a member's account: profile, logins and notifications. */
export const accountSections = (id: number): readonly Section[] => [
  section(
    'profile.jsonl',
    'Who you are here: name, e-mail address, swag, settings, linked music account, and the time zone of your weekly report.',
    sql`select id as key, json_build_object('username', name, 'first_name', first_name, 'last_name', last_name, 'email', email,
      'joined_at', ${selectTime('joined_at')}, 'last_login_at', ${selectTime('last_login_at')}, 'swag', swag, 'is_admin', is_admin,
      'hides_listening', hides_listening, 'is_private', is_private, 'shares_loved_tracks', shares_loved_tracks, 'hides_from_search', hides_from_search, 'music_account_kind', music_account_kind,
      'music_account_name', music_account_name, 'picture', picture_url, 'time_zone', (
        select time_zone from report_schedules where member_id = members.id)) as line from members where id = ${id}`,
  ),
  section(
    'sessions.jsonl',
    'Where you are signed in: browser and system, since when, last use, and until when.',
    sql`select id as key, json_build_object('device', device, 'created_at', ${selectTime('created_at')}, 'last_used_at', ${selectTime('last_used_at')},
      'renewed_at', ${selectTime('renewed_at')}, 'expires_at', ${selectTime('expires_at')}) as line from sessions where member_id = ${id}`,
  ),
  section(
    'notification-settings.jsonl',
    'The kinds of notifications that you have switched off, and your quiet hours in minutes of the day.',
    sql`select member_id as key, json_build_object('off', off, 'quiet_from', quiet_from, 'quiet_to', quiet_to,
      'time_zone', time_zone) as line from notification_settings where member_id = ${id}`,
  ),
  section(
    'notification-devices.jsonl',
    'The browsers that notifications are pushed to: the push service, since when, and the last push. Not the secrets of the subscription.',
    sql`select id as key, json_build_object('push_service', host, 'subscribed_at', ${selectTime('subscribed_at')},
      'pushed_at', ${selectTime('pushed_at')}) as line from push_subscriptions where member_id = ${id} and host <> ''`,
  ),
  section(
    'addresses.jsonl',
    'Addresses from which you have logged in, as SHA-256 of your number and the address: guesses from elsewhere do not lock you out.',
    sql`select row_number() over (order by last_used_at, address_hash) as key, json_build_object(
      'sha256', encode(address_hash, 'hex'), 'last_used_at', ${selectTime('last_used_at')}) as line
      from known_addresses where member_id = ${id}`,
  ),
  section(
    'confirmed-email.jsonl',
    'The e-mail address that you have confirmed, and when.',
    sql`select member_id as key, json_build_object('email', email, 'confirmed_at', ${selectTime('confirmed_at')}) as line
      from confirmed_emails where member_id = ${id}`,
  ),
  section(
    'passkeys.jsonl',
    'Your passkeys: their names, since when, when you last logged in with them, and whether they are synchronized between devices. Not their keys.',
    sql`select id as key, json_build_object('name', name, 'created_at', ${selectTime('created_at')},
      'last_used_at', ${selectTime('last_used_at')}, 'is_backed_up', is_backed_up) as line from passkeys where member_id = ${id}`,
  ),
  section(
    'linked-identities.jsonl',
    'Your account at the provider of single sign-on: its address, the number that it has for you, since when it is linked, and when you last signed in with it.',
    sql`select row_number() over (order by issuer) as key, json_build_object('issuer', issuer, 'subject', subject,
      'linked_at', ${selectTime('created_at')}, 'last_used_at', ${selectTime('last_used_at')}) as line
      from linked_identities where member_id = ${id}`,
  ),
]
