import { sql } from 'kysely'
import { expect } from 'vitest'
import { mailQueue, resetRequestsQueue } from '#server/accounts/index.ts'
import type { Config } from '#server/config/config.ts'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { createBoss } from '#server/queue/boss.ts'
import { startQueue } from '#server/queue/start-queue.ts'
import { makeMember } from './members.ts'
import { type SmtpFaults, startSmtpServer } from './smtp-server.ts'
import { type TestMember, testServer } from './test-server.ts'

const QUEUES = [mailQueue, resetRequestsQueue]
const SOON = { timeout: 20_000, interval: 20 }

/**
 * Starts a server that sends mail to its own SMTP server, with the mail queues. `close` is for
 * `afterAll`.
 */
export async function mailWorld(settings: Partial<Config> = {}) {
  const faults: SmtpFaults = {}
  const smtp = await startSmtpServer({}, faults)
  const server = await testServer({ settings: { mail: smtp.settings, ...settings } })
  const { db, services, post } = server
  const jobs = await startQueue(createBoss(db), services, QUEUES)
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from ${sql.raw(JOB_TABLE)}
      where name in (${sql.join(QUEUES.map(({ name }) => name))})
        and (state in ('created', 'active'))`.execute(db)
    return rows[0]?.waiting
  }
  let read = 0
  const settle = async () => {
    await jobs.look()
    await expect
      .poll(async () => {
        await jobs.look()
        return countWaiting()
      }, SOON)
      .toBe(0)
    const mails = smtp.mails.slice(read)
    read = smtp.mails.length
    return mails
  }
  /** Signs up and logs in from `from`. */
  const join = async (name: string, email: string, from = '127.0.0.1'): Promise<TestMember> => {
    const query = { user: name, firstname: '', lastname: '', email, password: `${name} has a password` }
    expect((await post('/api/user/create-profile', query, { from })).body).toMatchObject({ success: true })
    return server.logIn(name, query.password)
  }
  const confirm = async (member: TestMember, email: string): Promise<TestMember> => {
    const confirmed_at = server.clock.now()
    await db.insertInto('confirmed_emails').values({ member_id: member.id, email, confirmed_at }).execute()
    return member
  }
  /** The same with a confirmed address; reads the confirmation mail. */
  const joinConfirmed = async (name: string, email: string): Promise<TestMember> => {
    const member = await join(name, email)
    await settle()
    return confirm(member, email)
  }
  /** Creates a member with a confirmed address, but without a password: hashing takes time. */
  const makeConfirmed = async (name: string, email: string): Promise<TestMember> => {
    const member = await makeMember(server, name)
    await db.updateTable('members').set({ email }).where('id', '=', member.id).execute()
    return confirm(member, email)
  }
  return {
    ...server,
    smtp,
    faults,
    jobs,
    join,
    joinConfirmed,
    makeConfirmed,
    /** Runs all due jobs. Returns the mails since the last call. */
    settle,
    async close() {
      await jobs.stop()
      await smtp.close()
    },
  }
}

/** Returns the link's token in a mail. */
export function findToken(text: string | undefined): string {
  const token = /\?token=([\w-]{43})\n/.exec(text ?? '')?.[1]
  if (token === undefined) throw new Error(`There is no link in: ${text}`)
  return token
}
