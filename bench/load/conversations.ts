import { connect } from 'node:net'
import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { listen } from '#server/http/listen.ts'
import type { Client, SignedInMember } from './client.ts'
import { measureMedians } from './measure.ts'

/** Inserts this many messages between two members, without sending each. */
export async function insertConversation(
  db: Db,
  one: SignedInMember,
  other: SignedInMember,
  messages: number,
  now: Date,
): Promise<void> {
  await sql`insert into messages (sender_id, recipient_id, body, created_at, read_at)
    select case when n % 2 = 0 then ${one.id}::bigint else ${other.id}::bigint end,
      case when n % 2 = 0 then ${other.id}::bigint else ${one.id}::bigint end,
      'Message ' || n || ', about as long as messages are.', ${now}::timestamptz - make_interval(mins => ${messages}::integer - n), ${now}
    from generate_series(1, ${messages}::integer) as n`.execute(db)
  for (const [memberId, otherId] of [
    [one.id, other.id],
    [other.id, one.id],
  ]) {
    await sql`insert into conversations (member_id, other_id, last_message_at)
      values (${memberId}, ${otherId}, ${now})`.execute(db)
  }
}

/** Returns the ms to open conversations with others, alternating. */
export const openConversations = (
  client: Client,
  member: SignedInMember,
  others: readonly SignedInMember[],
  rounds: number,
): Promise<readonly number[]> =>
  measureMedians(
    others.map(
      (other) => () => client.get(member, '/api/user/direct-messages', { user: member.name, conversant: other.name }),
    ),
    rounds,
  )

/**
 * Returns the bytes that polling an unchanged conversation takes, in both directions, headers
 * included, as on the wire.
 */
export async function measurePoll(
  client: Client,
  member: SignedInMember,
  other: SignedInMember,
): Promise<{ sent: number; received: number }> {
  const server = await listen(client.app, { ...readConfig({}), host: '127.0.0.1', port: 0 })
  const path = `/api/user/direct-messages?user=${member.name}&conversant=${other.name}`
  const headers = [`GET ${path} HTTP/1.1`, `Host: localhost:${server.port}`, `Cookie: ${member.cookie}`]
  const browser = [
    'User-Agent: Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Accept: */*',
    `Referer: http://localhost:${server.port}/dm/${other.name}`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
  ]
  try {
    const first = await exchange(server.port, [...headers, ...browser])
    const tag = /^etag: (.*)$/im.exec(first.response)?.[1]
    if (tag === undefined) throw new Error('A conversation has no tag.')
    const poll = await exchange(server.port, [...headers, ...browser, `If-None-Match: ${tag.trim()}`])
    if (!poll.response.startsWith('HTTP/1.1 304')) throw new Error('An unchanged conversation is sent again.')
    return { sent: poll.sent, received: poll.response.length }
  } finally {
    await server.close()
  }
}

function exchange(port: number, lines: readonly string[]): Promise<{ sent: number; response: string }> {
  const request = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let response = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (response += chunk))
    socket.on('end', () => resolve({ sent: request.length, response }))
    socket.on('error', reject)
  })
}
