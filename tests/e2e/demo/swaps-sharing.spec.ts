import { NIGHTLY } from '#tests/support/nightly.ts'
import type { Server } from '../support/server.ts'
import { aPlayer, begin, type Player, putAway, rate, sendTrack } from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

async function completeSwap(server: Server, ada: Player, bo: Player): Promise<number> {
  const id = await begin(server, ada, bo.name)
  await sendTrack(server, bo, id)
  await rate(server, bo, id, 4)
  await rate(server, ada, id, 5)
  return id
}

test('both members share their results, a visitor opens the link, and either one ends it', { tag: NIGHTLY }, async ({
  browser,
  page,
  request,
  server,
}) => {
  test.slow()
  const [ada, bo] = [await aPlayer(browser, server, 'ada'), await aPlayer(browser, server, 'bo')]
  const path = `/track-swap-results?id=${await completeSwap(server, ada, bo)}`
  const title = `${ada.name} and ${bo.name} flipped sides`
  const html = async () => (await request.get(path)).text()

  await page.goto(path)
  await expect(page.getByText('Swap not found')).toBeVisible()
  expect(await html()).not.toContain('og:title')

  await ada.page.goto(path)
  await ada.page.getByRole('button', { name: 'Share Results' }).click()
  await expect(ada.page.getByRole('heading', { name: `Waiting for ${bo.name} to agree` })).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Stop Sharing' })).toBeFocused()
  await bo.page.goto('/activity')
  await bo.page.getByRole('link', { name: `${ada.name} wants to share the results of your Track Swap.` }).click()
  await expect(bo.page.getByRole('heading', { name: `${ada.name} wants to share the results` })).toBeVisible()
  await bo.page.getByRole('button', { name: 'Agree' }).click()
  await expect(bo.page.getByRole('heading', { name: `You and ${ada.name} share the results` })).toBeVisible()
  await bo.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await bo.page.getByRole('button', { name: 'Share Link' }).click()
  await expect(bo.page.getByText('Link copied')).toBeVisible()
  expect(await bo.page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}${path}`)

  // Previews are cached for 10 s.
  await expect.poll(html, { timeout: 20_000 }).toContain(`<meta property="og:title" content="${title}">`)
  const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(await html()) ?? []
  expect((await request.get(picture)).headers()['content-type']).toBe('image/png')

  await page.reload()
  const result = page.getByRole('main')
  await expect(result).toContainText(`${title} on`)
  await expect(result.getByText('+4 swag')).toBeVisible()
  await expect(result.getByText('+5 swag')).toBeVisible()
  await expect(result.getByText(`SIDE A · ${ada.name}`)).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Flipside`)
  await expect(result.getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
    'href',
    `/signup?next=${encodeURIComponent(path)}`,
  )

  await ada.page.reload()
  await ada.page.getByRole('button', { name: 'Stop Sharing' }).click()
  await expect(ada.page.getByRole('heading', { name: `${bo.name} wants to share the results` })).toBeVisible()
  await expect
    .poll(async () => (await request.get(`/api/shared-swap?songswapid=${path.split('=')[1]}`)).status())
    .toBe(404)
  await expect.poll(html, { timeout: 20_000 }).not.toContain('og:title')
  await page.reload()
  await expect(page.getByText('Swap not found')).toBeVisible()
  await putAway(ada, bo)
})

test('an agreement given in a tunnel arrives, and another member reads stored results in a tunnel', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ browser, server }) => {
  test.slow()
  const [ada, bo, cy] = [
    await aPlayer(browser, server, 'ada'),
    await aPlayer(browser, server, 'bo'),
    await aPlayer(browser, server, 'cy'),
  ]
  const path = `/track-swap-results?id=${await completeSwap(server, ada, bo)}`
  await bo.page.goto(path)
  await bo.page.getByRole('button', { name: 'Share Results' }).click()
  await expect(bo.page.getByRole('heading', { name: `Waiting for ${ada.name} to agree` })).toBeVisible()
  await ada.page.goto(path)
  await expect(ada.page.getByRole('button', { name: 'Agree' })).toBeVisible()
  await ada.context.setOffline(true)
  await ada.page.getByRole('button', { name: 'Agree' }).click()
  await expect(ada.page.getByText('Your choice is saved. It is sent when you are back online.')).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Share Link' })).toHaveCount(0)
  await ada.page.getByRole('button', { name: 'Stop Sharing' }).click()
  await expect(ada.page.getByRole('button', { name: 'Agree' })).toBeVisible()
  await ada.page.getByRole('button', { name: 'Agree' }).click()
  // An action is shown once it is stored.
  await expect(ada.page.getByRole('button', { name: 'Stop Sharing' })).toBeVisible()
  await ada.page.reload()
  await expect(ada.page.getByText('Your choice is saved. It is sent when you are back online.')).toBeVisible()
  await ada.context.setOffline(false)
  await expect(ada.page.getByRole('button', { name: 'Share Link' })).toBeVisible({ timeout: 30_000 })

  await cy.page.goto(path)
  await expect(cy.page.getByText(`${ada.name} and ${bo.name} flipped sides`)).toBeVisible()
  await cy.context.setOffline(true)
  await cy.page.reload()
  await expect(cy.page.getByText(`${ada.name} and ${bo.name} flipped sides`)).toBeVisible()
  await cy.context.setOffline(false)
  await putAway(ada, bo, cy)
})
