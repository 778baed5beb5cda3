import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { feed, isReadyForOffline, likeButton, signUp, signUpWithListens } from '#tests/e2e/support/people.ts'
import { follow, screens } from '#tests/e2e/support/screens.ts'
import { begin } from '#tests/e2e/support/swaps.ts'
import { unreadOf } from '#tests/e2e/support/talk.ts'
import { logInByTyping, typeInto } from './support/type.ts'
import { expect, test, withoutFirefox } from './support/world.ts'

if (withoutFirefox !== undefined) throw new Error(withoutFirefox)

const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('every screen renders in Firefox without an error, within the width of a phone', async ({ firefox, server }) => {
  const ada = await signUpWithListens(server.url)
  const page = firefox.pages()[0] ?? (await firefox.newPage())
  await logInByTyping(page, ada)
  for (const path of screens(ada.name)) {
    await follow(page, path)
    await expect(page, path).toHaveURL(path)
    await expect(page.locator('main h1'), path).toBeVisible()
    expect(await pageWidth(page), `${path}: too wide`).toBeLessThanOrEqual(0)
  }
})

test('what is done without a server in Firefox is shown, survives a restart and is sent once', async ({
  reusedFirefox,
  firefox,
  server,
}) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  const swap = await begin(server, ada, bo.name)
  let page = firefox.pages()[0] ?? (await firefox.newPage())
  await logInByTyping(page, ada)
  await isReadyForOffline(page)
  await page.goto(`/dm/${bo.name}`)
  await expect(page.getByRole('textbox', { name: 'Type a message' })).toBeVisible()
  await page.goto('/track-swap-history')
  await expect(page.getByText(bo.name)).toBeVisible()

  await server.stop()
  await page.goto('/')
  const like = likeButton(feed(page)).first()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/dm/${bo.name}`)
  await typeInto(page.getByRole('textbox', { name: 'Type a message' }), 'from the tunnel')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('from the tunnel')).toBeVisible()

  await firefox.close()
  page = (await reusedFirefox.open()).pages()[0] as Page // a browser opens with a page
  await page.goto('/')
  await expect(likeButton(feed(page)).first()).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/track-swap-detail?id=${swap}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Swap')
  await server.start()
  await page.goto(`/dm/${bo.name}`)
  await expect(page.getByRole('log').getByText('from the tunnel')).toBeVisible()
  await expect.poll(() => unreadOf(server, bo, ada)).toBe(1)
  const likes = await server.query(
    'select 1 from likes join members on members.id = member_id where name = $1',
    ada.name,
  )
  expect(likes).toHaveLength(1)
})

test('a chunk that fails while Firefox leaves the page does not stop the navigation', async ({ firefox }) => {
  const page = firefox.pages()[0] ?? (await firefox.newPage())
  await page.goto('/about')
  await expect(page.locator('main h1')).toBeVisible()
  const { port, arrived, respond, close } = await startSlowSite()
  await page.evaluate((url) => location.assign(url), `http://127.0.0.1:${port}/`)
  await arrived
  const isChecked = page.waitForResponse((response) => response.request().method() === 'HEAD')
  await page.evaluate(() =>
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error('aborted') })),
  )
  await isChecked
  // What the page does next comes before the response to a later request.
  await page.evaluate(() => fetch('/manifest.webmanifest', { cache: 'no-store' }).then(() => undefined))
  respond()
  await expect(page).toHaveURL(`http://127.0.0.1:${port}/`)
  await close()
})

/** A site that responds when it is told to. */
async function startSlowSite() {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    arrive()
    void mayRespond.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Elsewhere</h1>'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens at a port
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port, arrived, respond, close }
}
