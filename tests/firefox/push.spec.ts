import type { BrowserContext, Page } from '@playwright/test'
import {
  isReadyForOffline,
  logIn,
  type Member,
  newSession,
  signUp,
  signUpWithListens,
  write,
} from '#tests/e2e/support/people.ts'
import { begin, rate, sendTrack } from '#tests/e2e/support/swaps.ts'
import { logInByTyping } from './support/type.ts'
import { expect, test, withoutFirefox } from './support/world.ts'

if (withoutFirefox !== undefined) throw new Error(withoutFirefox)

const ON = 'Notifications are on, also while Flipside is closed.'

interface Shown {
  readonly text: string
  /** The path that a press opens. */
  readonly path: string
}

/** Returns the displayed notifications, by their text. */
const listShown = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown
      .map(({ title, body, data }) => ({ text: `${title}: ${body}`, path: String(data.path) }))
      .toSorted((a, b) => (a.text < b.text ? -1 : 1))
  })
const textsShown = async (page: Page) => (await listShown(page)).map(({ text }) => text)

/** Logs in and turns notifications on. */
async function subscribe(firefox: BrowserContext, member: Member): Promise<Page> {
  const page = firefox.pages()[0] ?? (await firefox.newPage())
  await logInByTyping(page, member)
  await isReadyForOffline(page)
  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Turn On Notifications' }).click()
  await expect(page.getByText(ON)).toBeVisible()
  await page.goto('/')
  return page
}

test('Firefox decrypts pushes, shows them, opens them without a server, and ends them at the sign-out', async ({
  firefox,
  page,
  server,
  autopush,
}) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUpWithListens(server.url, 'bo')]
  const phone = await subscribe(firefox, ada)
  expect(autopush.endpoints()).toHaveLength(1)

  await logIn(page, bo)
  await page.goto(`/dm/${ada.name}`)
  await page.getByRole('textbox', { name: 'Type a message' }).fill('see you at eight, by the gate')
  await page.getByRole('button', { name: 'Send' }).click()
  const message = `${bo.name}: see you at eight, by the gate`
  // Demo members may send swaps too.
  await expect.poll(() => textsShown(phone)).toContain(message)

  const swap = await begin(server, ada, bo.name)
  await sendTrack(server, bo, swap)
  await rate(server, bo, swap, 4)
  const turn = expect.stringMatching(`^${bo.name} responded to your Track Swap: .`)
  await expect.poll(() => textsShown(phone)).toEqual(expect.arrayContaining([message, turn]))
  expect(new Set(autopush.delivered.map(({ code }) => code))).toEqual(new Set([100]))
  expect(autopush.delivered[0]).toMatchObject({ urgency: 'high', ttlSeconds: 3 * 86_400 })

  const paths = (await listShown(phone)).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([`/dm/${bo.name}`, `/track-swap-detail?id=${swap}`]))
  await server.stop()
  await phone.goto(`/dm/${bo.name}`)
  await expect(phone.getByRole('log').getByText('see you at eight, by the gate')).toBeVisible()
  await phone.goto(`/track-swap-detail?id=${swap}`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Track Swap')
  await expect(phone.getByText(bo.name).first()).toBeVisible()
  await server.start()

  await phone.goto('/profile')
  await phone.getByRole('button', { name: 'Sign Out' }).click()
  await expect(phone.getByText('Log in to see your profile data!')).toBeVisible()
  await expect.poll(() => textsShown(phone)).toEqual([])
  await expect.poll(autopush.endpoints).toEqual([])
  await expect.poll(() => server.query('select id from push_subscriptions')).toEqual([])
})

test('a subscription that the server has dropped is made again at the next start, one turned off elsewhere is not', async ({
  firefox,
  server,
  autopush,
}) => {
  const ada = await signUp(server.url)
  const phone = await subscribe(firefox, ada)
  const [first] = autopush.endpoints()

  // As after a suspension.
  await server.query('delete from push_subscriptions')
  await phone.reload()
  await expect.poll(() => server.query('select endpoint from push_subscriptions')).toHaveLength(1)
  const [second] = autopush.endpoints()
  expect([autopush.endpoints().length, second === first]).toEqual([1, false])
  const bo = await signUp(server.url, 'bo')
  await write(server.url, bo, '/api/send-direct-message', { user: bo.name, recipient: ada.name, message: 'again' })
  await expect.poll(() => textsShown(phone)).toContain(`${bo.name}: again`)

  const [{ id } = { id: 0 }] = await server.query<{ id: number }>('select id::int from push_subscriptions')
  const cookie = await newSession(server.url, ada)
  const query = new URLSearchParams({ user: ada.name, device: String(id) })
  await fetch(`${server.url}/api/user/unsubscribe-push?${query}`, { method: 'POST', headers: { cookie } })
  await phone.reload()
  await expect.poll(autopush.endpoints).toEqual([])
  await phone.goto('/settings/notifications')
  await expect(phone.getByRole('button', { name: 'Turn On Notifications' })).toBeVisible()
})
