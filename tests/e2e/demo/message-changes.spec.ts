import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { isReadyForOffline, logIn, readStoredTexts, signUp, signUpWithListens, write } from '../support/people.ts'
import { field, log, say, unreadOf } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const MORE_OWN = 'More about your message'

test('a reaction, an edit and a card made in a tunnel arrive once and in order', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'before the tunnel')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page)).toContainText('before the tunnel')
  await page.getByRole('button', { name: 'Attach a track' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect.poll(() => readStoredTexts(page)).toContain('before the tunnel')
  await context.setOffline(true)

  await field(page).fill('fisrt')
  await field(page).press('Enter')
  await page.getByRole('button', { name: MORE_OWN }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('first')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(log(page)).toContainText('first')
  await expect(log(page)).not.toContainText('fisrt')

  await page.getByRole('button', { name: `More about the message from ${bo.name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'React with 🎧' }).click()
  await expect(page.getByRole('button', { name: 'You reacted with 🎧. React' })).toBeVisible()

  await page.getByRole('button', { name: 'Attach a track' }).click()
  const option = page.getByRole('option').first()
  await option.click()
  await expect(page.getByRole('group', { name: 'Attached track' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: 'Attached track' })).toHaveCount(0)

  await page.reload()
  await expect(log(page)).toContainText('first')
  await expect(page.getByRole('button', { name: 'You reacted with 🎧. React' })).toBeVisible()
  await context.setOffline(false)
  const sent = () =>
    server.query(
      `select body, track_id is not null as is_card, edited_at is not null as is_edited
        from messages m join members s on s.id = m.sender_id where s.name = $1 order by m.id`,
      ada.name,
    )
  await expect.poll(sent, { timeout: 30_000 }).toEqual([
    { body: 'first', is_card: false, is_edited: false },
    { body: '', is_card: true, is_edited: false },
  ])
  const reactions = () =>
    server.query(
      'select recipient_reaction from messages m join members s on s.id = m.sender_id where s.name = $1',
      bo.name,
    )
  await expect.poll(reactions, { timeout: 30_000 }).toEqual([{ recipient_reaction: '🎧' }])
})

test('an edit, a reaction and a deletion are seen by the other member within the poll', { tag: NIGHTLY }, async ({
  page,
  browser,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'hello')
  await say(server, ada, bo, 'as sent')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  const others = await browser.newContext({ baseURL: server.url })
  const other = await others.newPage()
  await logIn(other, bo)
  await other.goto(`/dm/${ada.name}`)
  await expect(log(other)).toContainText('as sent')
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('button', { name: MORE_OWN }).focus()
  await page.keyboard.press('Enter')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('as meant')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(log(other)).toContainText('as meant', { timeout: 7000 })
  await expect(log(other)).toContainText('Edited')

  await other.getByText('as meant').hover()
  await other.getByRole('button', { name: `More about the message from ${ada.name}` }).click()
  await other.getByRole('textbox', { name: 'Another emoji' }).fill('🦊')
  await expect(page.getByRole('button', { name: `${bo.name} reacted with 🦊. React` })).toBeVisible({ timeout: 7000 })

  await page.getByRole('button', { name: MORE_OWN }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(log(other)).toContainText('Message deleted', { timeout: 7000 })
  await expect(log(other)).not.toContainText('as meant')
  await expect.poll(() => unreadOf(server, bo, ada)).toBe(0)
  await others.close()
})

test('an edit that arrives too late stays below its message with its text', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, ada, bo, 'as sent')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await page.getByRole('button', { name: MORE_OWN }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('as meant')
  await server.query(
    `update messages set created_at = now() - interval '11 minutes'
      where sender_id = (select id from members where name = $1)`,
    ada.name,
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(log(page)).toContainText('A message can be edited for 10 minutes after it was sent.')
  await expect(log(page)).toContainText('as sent')
  await page.getByRole('button', { name: 'Send as New Message' }).click()
  await expect(page.getByRole('button', { name: 'Send as New Message' })).toHaveCount(0)
  const bodies = () =>
    server.query(
      'select body from messages m join members s on s.id = m.sender_id where s.name = $1 order by m.id',
      ada.name,
    )
  await expect.poll(bodies).toEqual([{ body: 'as sent' }, { body: 'as meant' }])
})

test('a deletion in a tunnel replaces the edits of its message, which are never sent', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, ada, bo, 'as sent')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page)).toContainText('as sent')
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await isReadyForOffline(page)
  await context.setOffline(true)
  for (const text of ['as meant', 'as really meant']) {
    await page.getByRole('button', { name: MORE_OWN }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(log(page)).toContainText(text)
  }
  // The second edit has replaced the first one.
  await expect(page.getByText('1 action waiting to send')).toBeVisible()
  await page.getByRole('button', { name: MORE_OWN }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(log(page)).toContainText('Message deleted')
  await context.setOffline(false)
  const rows = () =>
    server.query(
      `select body, m.deleted_at is not null as is_deleted from messages m join members s on s.id = m.sender_id
        where s.name = $1`,
      ada.name,
    )
  await expect.poll(rows, { timeout: 30_000 }).toEqual([{ body: '', is_deleted: true }])
  expect(sent).not.toContain('/api/edit-direct-message')
})

test('a card with a track that is not known stays in the conversation with its text', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await page.route('**/api/send-direct-message*', (route) =>
    route.fulfill({ status: 404, json: { error: "This server doesn't know this track.", code: 'not_found' } }),
  )
  await page.getByRole('button', { name: 'Attach a track' }).click()
  await page.getByRole('option').first().click()
  await field(page).fill('listen to this')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(page)).toContainText("This server doesn't know this track.")
  await expect(log(page)).toContainText('listen to this')
})
