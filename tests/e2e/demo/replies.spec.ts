import type { Page } from '@playwright/test'
import { FEED_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import {
  broadcast,
  isReadyForOffline,
  logIn,
  type Member,
  readStoredTexts,
  signUp,
  signUpWithListens,
  write,
} from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { share } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a reply' })
const replies = (page: Page) => page.getByRole('region', { name: 'Replies' })
const say = async (page: Page, words: string) => {
  await field(page).fill(words)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

const stored = (server: Server, id: string) =>
  server.query('select body from replies where broadcast_id = $1 order by id', id)

test('replies written in a tunnel survive a reload and arrive once, in order and with their last text', {
  tag: WITH_WORKER,
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  const id = await share(server, bo, `a song of ${bo.name}`)
  await logIn(page, ada)
  await page.goto(`/broadcast/${id}`)
  await expect(replies(page)).toContainText('No replies yet.')
  await isReadyForOffline(page)
  await expect.poll(() => readStoredTexts(page)).toContain(`"queryKey":["broadcasts","replies",${id}]`)
  await context.setOffline(true)
  await say(page, 'frist')
  await say(page, `second, @${bo.name}`)
  await say(page, 'third')
  await expect(replies(page).getByText('Waiting for a connection')).toHaveCount(3)
  const menus = replies(page).getByRole('button', { name: 'More about your reply' })
  await menus.first().click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('first')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toBeHidden()
  await expect(replies(page).getByText('first', { exact: true })).toBeVisible()
  await menus.last().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(replies(page).getByText('third')).toHaveCount(0)
  await page.reload()
  await expect(replies(page).getByText('first', { exact: true })).toBeVisible()
  await context.setOffline(false)
  const sent = [{ body: 'first' }, { body: `second, @${bo.name}` }]
  await expect.poll(() => stored(server, id), { timeout: 30_000 }).toEqual(sent)
  await expect(replies(page).getByText('Waiting for a connection')).toHaveCount(0)
  await expect(replies(page).getByText('first', { exact: true })).toHaveCount(1)
  await expect(replies(page).getByRole('link', { name: `@${bo.name}` })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test('a mention is completed by the keyboard, by touch, in an edit and in a tunnel', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  const far = await signUp(server.url, 'faraway')
  const id = await share(server, bo, `a song of ${bo.name}`)
  await logIn(page, ada)
  await page.goto(`/broadcast/${id}`)
  await expect(replies(page)).toContainText('No replies yet.')
  const option = (member: Member) => page.getByRole('option', { name: member.name })

  await field(page).pressSequentially('hear this @bo')
  await expect(option(bo)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option(bo).getAttribute('id')) ?? '')
  expect((await option(bo).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await axeFaults(page)).toEqual([])
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue(`hear this @${bo.name} `)
  // The whole name of a member that the device does not know: the server finds it.
  await field(page).pressSequentially(`and @${far.name.slice(0, -1)}`)
  await option(far).click()
  await expect(field(page)).toHaveValue(`hear this @${bo.name} and @${far.name} `)
  await expect(field(page)).toBeFocused()
  await field(page).press('Enter')
  await expect(replies(page).getByRole('link', { name: `@${far.name}` })).toBeVisible()

  await replies(page).getByRole('button', { name: 'More about your reply' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edited = page.getByRole('textbox', { name: 'Reply', exact: true })
  await edited.fill('only @bo')
  await expect(option(bo)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option(bo)).toHaveCount(0)
  await expect(edited).toHaveValue('only @bo')
  await page.keyboard.press('Escape')
  await expect(edited).toBeHidden()

  await isReadyForOffline(page)
  await context.setOffline(true)
  await field(page).pressSequentially('@bo')
  await field(page).press('Tab')
  await expect(field(page)).toHaveValue(`@${bo.name} `)
})

test('a reply to a broadcast that was deleted meanwhile stays with the reason', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  const id = await share(server, bo, `a song of ${bo.name}`)
  await logIn(page, ada)
  await page.goto(`/broadcast/${id}`)
  await expect(replies(page)).toContainText('No replies yet.')
  // A worker that starts later would have a network.
  await isReadyForOffline(page)
  await context.setOffline(true)
  await say(page, 'too late')
  await write(server.url, bo, '/api/delete-broadcast', { id })
  await context.setOffline(false)
  await expect(page.getByText('This broadcast no longer exists.').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('too late', { exact: true })).toBeVisible()
})

test('the author sees a reply in the number below the broadcast, and deletes an own one with undo', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  const title = `a song of ${ada.name}`
  const id = await share(server, ada, title)
  await write(server.url, bo, '/api/create-reply', { user: bo.name, broadcast: id, text: 'what a bridge' })
  await logIn(page, ada)
  await page.goto('/')
  await broadcast(page, title).getByRole('link', { name: 'Replies, 1' }).click()
  await expect(replies(page)).toContainText('what a bridge')
  await replies(page)
    .getByRole('button', { name: `Reply to ${bo.name}` })
    .click()
  await expect(field(page)).toHaveValue(`@${bo.name} `)
  await field(page).fill(`@${bo.name} thanks`)
  await field(page).press('Enter')
  await expect.poll(() => stored(server, id)).toHaveLength(2)
  await replies(page).getByRole('button', { name: 'More about your reply' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(replies(page).getByText('thanks')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(replies(page).getByText('thanks')).toHaveCount(1)
  expect(await stored(server, id)).toHaveLength(2)
})

test('a sent reply is visible above the field, below replies that fill a small phone', async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  const id = await share(server, bo, `a song of ${bo.name}`)
  await page.setViewportSize({ width: 320, height: 568 })
  await logIn(page, ada)
  await page.goto(`/broadcast/${id}`)
  for (const words of ['first', 'second', 'third']) {
    await say(page, words)
    await expect(replies(page).getByText(words, { exact: true })).toBeInViewport({ ratio: 1 })
  }
  const [reply, form] = [replies(page).getByText('third', { exact: true }), replies(page).locator('form')]
  const getGap = async () =>
    ((await form.boundingBox())?.y ?? 0) - (await reply.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0)))
  await expect.poll(getGap).toBeGreaterThanOrEqual(0)
})

test('the feed of followed members is remembered and opens without a network', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const [ada, bo, cy] = [
    await signUp(server.url),
    await signUpWithListens(server.url, 'bo'),
    await signUpWithListens(server.url, 'cy'),
  ]
  await share(server, bo, `followed ${bo.name}`)
  await share(server, cy, `stranger ${cy.name}`)
  await logIn(page, ada)
  await page.goto('/')
  await expect(broadcast(page, `stranger ${cy.name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Following', exact: true }).click()
  await expect(page.getByText('Nothing from members you follow yet.')).toBeVisible()
  await write(server.url, ada, '/api/user/follow', { follower: ada.name, followee: bo.name })
  await page.reload()
  await expect(broadcast(page, `followed ${bo.name}`)).toBeVisible()
  await expect(broadcast(page, `stranger ${cy.name}`)).toHaveCount(0)
  await isReadyForOffline(page)
  await expect.poll(() => readStoredTexts(page)).toContain('"queryKey":["broadcasts","following"')
  await context.setOffline(true)
  await page.reload()
  await expect(broadcast(page, `followed ${bo.name}`)).toBeVisible()
  await expect(broadcast(page, `stranger ${cy.name}`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Everyone', exact: true }).click()
  await expect(broadcast(page, `stranger ${cy.name}`)).toBeVisible()
})

test.describe('with downloads', () => {
  test.use({ areDownloadsOn: true })

  test('with Following chosen before, the start requests that feed alone, and the downloads the other one', {
    tag: [WITH_WORKER, NIGHTLY],
  }, async ({ page, context, server }) => {
    const [ada, bo, cy] = [
      await signUp(server.url),
      await signUpWithListens(server.url, 'bo'),
      await signUpWithListens(server.url, 'cy'),
    ]
    await share(server, bo, `followed ${bo.name}`)
    await share(server, cy, `stranger ${cy.name}`)
    await write(server.url, ada, '/api/user/follow', { follower: ada.name, followee: bo.name })
    const heads: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('-broadcasts') && !searchParams.has('before')) heads.push(pathname)
    })
    await page.addInitScript((key) => localStorage.setItem(key, 'following'), FEED_KEY)
    await logIn(page, ada)
    await expect(broadcast(page, `followed ${bo.name}`)).toBeVisible()
    await expect.poll(() => readStoredTexts(page), { timeout: 40_000 }).toContain(`stranger ${cy.name}`)
    // The boot script sends the first one, and the app takes its response.
    expect(heads).toEqual(['/api/user/following-broadcasts', '/api/get-broadcasts'])
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Everyone', exact: true }).click()
    await expect(broadcast(page, `stranger ${cy.name}`)).toBeVisible()
  })
})
