import type { Locator, Page } from '@playwright/test'
import { type Member, write } from './people.ts'
import type { Server } from './server.ts'

/** Sends a message as a member, by plain HTTP. */
export const say = (server: Server, from: Member, to: Member, message: string) =>
  write(server.url, from, '/api/send-direct-message', { user: from.name, recipient: to.name, message })

/** Shares a track as a member, by plain HTTP; returns the id of the broadcast. */
export async function share(server: Server, member: Member, title: string): Promise<string> {
  const [track] = await server.query<{ id: string }>('select id from tracks limit 1')
  const shared = { user: member.name, title, body: '', relatedtype: 'Track', relatedid: String(track?.id) }
  const response = await write(server.url, member, '/api/create-broadcast', shared)
  const { id }: { id: number } = await response.json()
  return String(id)
}

/** Returns the number of unread messages from another member, as counted by the server. */
export async function unreadOf(server: Server, reader: Member, sender: Member): Promise<number> {
  const rows = await server.query<{ unread: number }>(
    `select side.unread from conversations side join members me on me.id = side.member_id
      join members other on other.id = side.other_id where me.name = $1 and other.name = $2`,
    reader.name,
    sender.name,
  )
  return rows[0]?.unread ?? 0
}

/** Adds this many past messages to an existing conversation. */
export const addHistory = (server: Server, from: Member, to: Member, count: number) =>
  server.query(
    `insert into messages (sender_id, recipient_id, body, created_at, read_at)
      select a.id, b.id, 'line ' || n, now() - interval '1 day' + n * interval '1 second', now()
      from members a, members b, generate_series(1, $3::int) n where a.name = $1 and b.name = $2 order by n`,
    from.name,
    to.name,
    count,
  )

export const log = (page: Page): Locator => page.getByRole('log')
export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Type a message' })

/** Makes the page behave as if its tab were hidden, or visible again. */
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
