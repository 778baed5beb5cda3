import { NIGHTLY } from '#tests/support/nightly.ts'
import { broadcast, logIn, signUp, signUpWithListens, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('likes and followers are listed, link to their subjects, and are no longer new once seen', async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await page.getByPlaceholder('Your thoughts here').fill(`Heard by ${ada.name}`)
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '+ Post Track' }).click()
  const idOf = () =>
    server.query<{ id: number }>('select id::int as id from broadcasts where title = $1', `Heard by ${ada.name}`)
  await expect.poll(async () => (await idOf()).length).toBe(1)
  const id = String((await idOf())[0]?.id)
  await write(server.url, bo, '/api/create-like', { user: bo.name, relatedtype: 'Broadcast', relatedid: id })
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })

  await page.goto('/')
  // The bell's number is not on the tab.
  await expect(page.getByRole('link', { name: /^Feed( \(new broadcasts\))?$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Notifications, 2 new' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`New: ${bo.name} follows you`) })).toBeVisible()
  // The demo's members may like it too: a broadcast's likes are one entry.
  await page.getByRole('link', { name: / liked your broadcast: / }).click()
  await expect(page).toHaveURL(`/broadcast/${id}`)
  await expect(page.getByText(`Heard by ${ada.name}`)).toBeVisible()
  await page.goto('/activity')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  // The demo's members may like things at any time.
  await expect(page.getByRole('link', { name: new RegExp(`New: ${bo.name}`) })).toHaveCount(0)
})

test('a broadcast has its own link, which visitors may open', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/')
  const card = broadcast(page, 'This bridge. On the 7:40 train. Twice.')
  await card.getByRole('button', { name: 'Share broadcast' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(new RegExp(`^${server.url}/broadcast/\\d+$`))
  await page.goto(url)
  await expect(page.getByText('This bridge. On the 7:40 train. Twice.')).toBeVisible()
  await page.goto('/broadcast/999999999')
  await expect(page.getByText('Broadcast not found')).toBeVisible()
  await page.goto('/broadcast/nonsense')
  await expect(page.getByText('Broadcast not found')).toBeVisible()
})

test("the app's icon shows the number of waiting items, and nothing after signing out", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const shown: number[] = []
    Object.assign(window, { shown })
    Object.assign(navigator, {
      setAppBadge: async (n: number) => shown.push(n),
      clearAppBadge: async () => shown.push(0),
    })
  })
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await write(server.url, bo, '/api/send-direct-message', { user: bo.name, recipient: ada.name, message: 'hi' })
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  await logIn(page, ada)
  // set above
  const last = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown.at(-1))
  await expect.poll(last).toBe(2)
  await page.goto('/profile')
  await expect.poll(last).toBe(2)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(last).toBe(0)
})
