import { createHash } from 'node:crypto'
import { aggregateBeforeRead } from '#server/music-services/scrobbling/aggregate-inbox.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Creates a token for the member's player. */
export async function makeToken(server: TestServer, member: TestMember, name = 'A player'): Promise<string> {
  const { body } = await server.post('/api/user/create-scrobble-token', { user: member.name, name }, { as: member })
  return body.token
}

/** Creates a member with a token for a player. */
export async function bearerOf(server: TestServer, name: string) {
  const member = await server.signUp(name)
  const token = await makeToken(server, member)
  const { id } = await server.db
    .selectFrom('scrobble_tokens')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { tokenId: id, memberId: member.id, memberName: name, token, member }
}

/** Sends listens as ListenBrainz's players do. */
export const submitListens = (server: TestServer, token: string, body: unknown, path = '/1/submit-listens') =>
  server.post(path, {}, { headers: { Authorization: `Token ${token}` }, body: JSON.stringify(body) })

/** Returns a listen in the format that ListenBrainz's players send. */
export const aListen = (listenedAt: number, track = 'Rain', artist = 'Sol Ferro') => ({
  listened_at: listenedAt,
  track_metadata: { track_name: track, artist_name: artist },
})

/** Sends a POST request with a form to Audioscrobbler 2.0. */
export const callAudioscrobbler = (server: TestServer, params: Record<string, string>, path = '/2.0/') =>
  server.post(
    path,
    {},
    {
      body: new URLSearchParams({ format: 'json', api_key: 'k', api_sig: 'f'.repeat(32), ...params }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  )

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Aggregates all accepted scrobbles, as the job does. */
export async function aggregateAccepted(server: TestServer): Promise<void> {
  const pending = server.db.selectFrom('scrobble_inbox').select('member_id').distinct().where('error', 'is', null)
  for (const { member_id } of await pending.execute()) await aggregateBeforeRead(server.services, member_id)
}

/**
 * Returns a member's number of listens as each table counts them, after aggregating the member's
 * accepted scrobbles.
 */
export async function countsOf(server: TestServer, memberId: number) {
  await aggregateBeforeRead(server.services, memberId)
  const sum = async (table: 'plays_daily' | 'artist_plays', column: 'plays') => {
    const row = await server.db
      .selectFrom(table)
      .select((select) => select.fn.sum<number | null>(column).as('sum'))
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    return row?.sum ?? 0
  }
  const listens = await server.db
    .selectFrom('listens')
    .select('listened_at')
    .where('member_id', '=', memberId)
    .execute()
  return {
    listens: listens.length,
    byDay: await sum('plays_daily', 'plays'),
    byArtist: await sum('artist_plays', 'plays'),
  }
}

/** Returns a member's latest listen titles, as the token's player reads them. */
export async function readRecentTitles(server: TestServer, token: string): Promise<string[]> {
  const { body } = await callAudioscrobbler(server, { method: 'user.getRecentTracks', sk: token })
  return body.recenttracks.track
    .filter((track: { date?: object }) => track.date !== undefined)
    .map((track: { name: string }) => track.name)
}
