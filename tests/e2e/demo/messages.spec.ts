import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { logIn, readStoredTexts, signUp, write } from '../support/people.ts'
import { addHistory, field, log, say, setHidden, unreadOf } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** The minimum interval in which an open conversation is read, in ms. */
const POLL_MS = 6000

test("two members in a conversation see each other's messages within the poll, and read messages are marked", {
  tag: NIGHTLY,
}, async ({ page, browser, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'that swap was unfair')
  await logIn(page, ada)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Feed (1 unread)' })).toBeVisible()
  await page.getByRole('button', { name: 'Messages, 1 unread' }).click()
  await page.getByRole('link', { name: new RegExp(`${bo.name}.*1 unread`) }).click()
  await expect(log(page)).toContainText('that swap was unfair')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect.poll(() => unreadOf(server, ada, bo)).toBe(0)

  const others = await browser.newContext({ baseURL: server.url })
  const other = await others.newPage()
  await logIn(other, bo)
  await other.goto(`/dm/${ada.name}`)
  await expect(log(other)).toContainText('that swap was unfair')
  await field(page).fill('you gave it a 5 though')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(other)).toContainText('you gave it a 5 though', { timeout: 7000 })
  await field(other).fill('I was on a night bus')
  await field(other).press('Enter')
  await expect(log(page)).toContainText('I was on a night bus', { timeout: 7000 })
  await expect.poll(() => unreadOf(server, ada, bo)).toBe(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible()
  await others.close()
})

test('messages written in a tunnel survive a reload and arrive once, in order', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'before the tunnel')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page)).toContainText('before the tunnel')
  await expect.poll(() => unreadOf(server, ada, bo)).toBe(0)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect.poll(() => readStoredTexts(page)).toContain('before the tunnel')
  await context.setOffline(true)
  for (const words of ['one', 'two', 'three']) {
    await field(page).fill(words)
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
  }
  await expect(page.getByText('Waiting for a connection')).toHaveCount(1)
  await page.reload()
  await expect(log(page)).toContainText('before the tunnel')
  await expect(log(page)).toContainText('three')
  await context.setOffline(false)
  const sent = () =>
    server.query(
      'select body from messages m join members s on s.id = m.sender_id where s.name = $1 order by m.id',
      ada.name,
    )
  await expect.poll(sent, { timeout: 30_000 }).toEqual([{ body: 'one' }, { body: 'two' }, { body: 'three' }])
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0)
  await expect(log(page).getByText('three', { exact: false })).toHaveCount(1)
})

test('a conversation works by keyboard alone: lines, sending, focus, and a persistent draft', async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
  while (!(await field(page).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('first line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await expect(field(page)).toHaveValue('first line\nsecond line')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('first line\nsecond line')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('not yet sent')
  await expect.poll(() => readStoredTexts(page)).toContain('not yet sent')
  await page.reload()
  await expect(field(page)).toHaveValue('not yet sent')
})

test('older messages load above without moving the visible ones', { tag: NIGHTLY }, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'hello')
  await addHistory(server, bo, ada, 400)
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page).getByText(/line 400$/)).toBeInViewport()
  const inLog = await log(page).locator('[data-index]').count()
  expect(inLog).toBeLessThan(60)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/direct-messages.*before=/, async (route) => {
    await held
    await route.continue()
  })
  await log(page).focus()
  const goUpTo = (line: RegExp) =>
    expect(async () => {
      await page.keyboard.press('Home')
      await expect(log(page).getByText(line)).toBeInViewport({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
  await goUpTo(/line 353$/)
  await expect.poll(() => log(page).evaluate((it) => it.scrollTop)).toBe(0)
  const mark = log(page).getByText(/line 353$/)
  const before = await mark.boundingBox()
  release()
  await expect(log(page).getByText(/line 348$/)).toBeAttached()
  const after = await mark.boundingBox()
  expect(Math.abs((after?.y ?? 1e9) - (before?.y ?? 0))).toBeLessThan(4)
  await goUpTo(/line 1$/)
  expect(await log(page).locator('[data-index]').count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Latest messages' }).click()
  await expect(log(page).getByText(/line 400$/)).toBeInViewport()
})

test('an unchanged conversation costs under 1 kB a poll; a hidden tab sends no request and marks nothing as read', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'x'.repeat(900))
  await page.clock.install()
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect.poll(() => unreadOf(server, ada, bo)).toBe(0)
  const polled = page.waitForResponse(
    (response) => response.url().includes('direct-messages') && response.status() === 304,
  )
  await page.clock.fastForward(POLL_MS)
  const poll = await polled
  const { requestHeadersSize, responseHeadersSize, responseBodySize } = await poll.request().sizes()
  console.log(`poll unchanged: ${requestHeadersSize} B up, ${responseHeadersSize + responseBodySize} B down`)
  expect(responseHeadersSize + responseBodySize).toBeLessThan(1000)

  await setHidden(page, true)
  await say(server, bo, ada, 'while you looked away')
  let requested = 0
  page.on('request', (request) => (requested += request.url().includes('direct-messages') ? 1 : 0))
  await page.clock.runFor(2 * POLL_MS)
  expect(requested).toBe(0)
  expect(await unreadOf(server, ada, bo)).toBe(1)
  await setHidden(page, false)
  await expect(log(page)).toContainText('while you looked away', { timeout: 7000 })
  await expect.poll(() => unreadOf(server, ada, bo)).toBe(0)
})

test('a refused message stays, shows the reason, and can be discarded', { tag: NIGHTLY }, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'hello')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page)).toContainText('hello')
  await write(server.url, bo, '/api/user/block', { user: bo.name, other: ada.name })
  await field(page).fill('are you there?')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Failed to send message')
  await expect(page.getByRole('link', { name: 'Back to Feed' })).toBeVisible()
  await expect(log(page)).toContainText('are you there?')
  await expect(log(page)).toContainText('User not found')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('are you there?')).toHaveCount(0)
})

test('errors of a conversation are shown in the texts of the spec', { tag: NIGHTLY }, async ({ page, server }) => {
  await page.route('**/api/user/conversations*', (route) => route.fulfill({ status: 400, json: { error: 'no' } }))
  await page.goto('/dm/mirelle')
  await expect(page.getByText('Please log in to view messages.')).toBeVisible()
  const ada = await signUp(server.url)
  await logIn(page, ada)
  await page.goto('/dm')
  await expect(page.getByText('Failed to load conversations')).toBeVisible()
  await page.goto('/dm/nobody-of-that-name')
  await expect(page.getByText('User not found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Feed' })).toBeVisible()
  await page.route('**/api/user/direct-messages*', (route) => route.fulfill({ status: 400, json: { error: 'no' } }))
  await page.goto('/dm/mirelle')
  await expect(page.getByText('Failed to load messages')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Feed' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Messages' }).click()
  await expect(page.getByText('Failed to load conversations')).toBeVisible()
})

test('the excess of a text that is too long is counted, and it is stored and not sent', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await field(page).fill('a'.repeat(990))
  await expect(page.getByText('10 characters left')).toBeVisible()
  await field(page).fill('a'.repeat(1003))
  await expect(page.getByText('Too long by 3 characters')).toBeVisible()
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('a'.repeat(1003))
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
})

test('axe finds no fault in a conversation with all kinds of content', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await say(server, bo, ada, 'see https://music.example/night-bus')
  await say(server, ada, bo, 'I did')
  await logIn(page, ada)
  await page.goto(`/dm/${bo.name}`)
  await expect(log(page).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  await write(server.url, bo, '/api/user/block', { user: bo.name, other: ada.name })
  await field(page).fill('refused')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await context.setOffline(true)
  await field(page).fill('waits')
  await field(page).press('Enter')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})
