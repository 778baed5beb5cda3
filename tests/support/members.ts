import { insertSession, sessionCookie } from '#server/http/session.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Creates members as {@link makeMember} does, one after another: ties are ranked by id. */
export async function makeMembers(server: TestServer, ...names: readonly string[]): Promise<readonly TestMember[]> {
  const members: TestMember[] = []
  for (const name of names) members.push(await makeMember(server, name))
  return members
}

/**
 * Creates a member with a session but without a password: hashing takes time, and System would
 * announce it.
 */
export async function makeMember({ db, clock, config }: TestServer, name: string): Promise<TestMember> {
  const now = clock.now()
  const { id } = await db
    .insertInto('members')
    .values({
      name,
      name_key: name.toLowerCase(),
      email: '',
      first_name: name,
      last_name: name,
      password_hash: null,
      joined_at: now,
      last_login_at: now,
      active_at: now,
      listens_since: null,
      music_account_kind: null,
      music_account_name: null,
      picture_url: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await insertSession(db, id, now)
  return { id, name, password: '', cookies: new Map([[sessionCookie(config).name, token]]) }
}
