import { SWAP_ID_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { freePort, startServer } from '../support/server.ts'
import {
  aPlayer,
  chooseMatch,
  chooseRating,
  chooseTrack,
  openFromHistory,
  putAway,
  sendSwap,
  swagOf,
} from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('two members play a whole game, and both see the same results', async ({ browser, server }) => {
  test.slow()
  const ada = await aPlayer(browser, server, 'ada')
  const bo = await aPlayer(browser, server, 'bo')

  await chooseMatch(ada.page, bo.name)
  const sent = await sendSwap(ada.page)
  await expect(ada.page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible()
  await expect(ada.page.getByRole('heading', { name: sent })).toBeVisible()
  await ada.page.getByRole('link', { name: 'Return Home' }).click()
  await expect(ada.page).toHaveURL('/')
  await openFromHistory(ada.page, bo.name)
  await expect(ada.page.getByRole('heading', { name: 'You Initiated a Track Swap' })).toBeVisible()
  await expect(ada.page.getByText('Pending')).toBeVisible()

  await openFromHistory(bo.page, ada.name)
  await expect(bo.page.getByRole('heading', { name: "You've Received a Track Swap Invite" })).toBeVisible()
  await expect(bo.page.getByText('Action Required')).toBeVisible()
  await expect(bo.page.getByRole('heading', { name: sent })).toBeVisible()
  const send = bo.page.getByRole('button', { name: 'Send Rating & Track' })
  await expect(send).toBeDisabled()
  await chooseRating(bo.page, 4)
  await expect(bo.page.getByText(`${ada.name} earns 4 swag from your rating.`)).toBeVisible()
  await expect(send).toBeDisabled()
  const answered = await chooseTrack(bo.page, 1)
  await send.click()
  await expect(bo.page.getByRole('heading', { name: "You've Responded to a Track Swap" })).toBeVisible()
  await expect.poll(() => swagOf(server, ada.name)).toBe(4)

  await openFromHistory(ada.page, bo.name)
  await expect(ada.page.getByRole('heading', { name: 'Your Match Has Responded' })).toBeVisible()
  await expect(ada.page.getByRole('heading', { name: answered })).toBeVisible()
  const results = ada.page.getByRole('button', { name: 'View Swap Results' })
  await expect(results).toBeDisabled()
  await chooseRating(ada.page, 5)
  await results.click()
  await expect(ada.page).toHaveURL(/\/track-swap-results\?id=/)
  await expect.poll(() => swagOf(server, bo.name)).toBe(5)

  await openFromHistory(bo.page, ada.name)
  for (const { page } of [ada, bo]) {
    await expect(page.getByRole('heading', { name: 'Track Swap Results' })).toBeVisible()
    await expect(page.getByText('Complete', { exact: true })).toBeVisible()
    await expect(page.getByText('+5 swag')).toBeVisible() // first: it counts up, through 4
    await expect(page.getByText('+4 swag')).toBeVisible()
  }
  await expect(ada.page.getByText('SIDE A · you')).toBeVisible()
  await expect(bo.page.getByText(`SIDE A · ${ada.name}`)).toBeVisible()
  await ada.page.getByRole('link', { name: 'Back to History' }).click()
  await expect(ada.page.getByRole('link').filter({ hasText: 'Swap Results' })).toContainText('Your track: +4 swag')
  await ada.page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(ada.page.getByText('4 swag', { exact: true })).toBeVisible()
  await putAway(ada, bo)
})

test('a game with every step taken in a tunnel arrives once, in order', { tag: WITH_WORKER }, async ({
  browser,
  server,
}) => {
  test.slow()
  const ada = await aPlayer(browser, server, 'ada')
  const bo = await aPlayer(browser, server, 'bo')

  await chooseMatch(ada.page, bo.name)
  await expect(ada.page.getByRole('option').first()).toBeVisible()
  await ada.context.setOffline(true)
  await sendSwap(ada.page)
  await expect(
    ada.page.getByRole('heading', { name: 'Track swap saved. It is sent when you are back online.' }),
  ).toBeVisible()
  await ada.page.goto('/track-swap-history')
  await expect(ada.page.getByText('Waiting for a connection')).toBeVisible()
  await ada.page.reload()
  await ada.page.getByRole('link').filter({ hasText: 'Waiting for a connection' }).click()
  await expect(ada.page.getByRole('heading', { name: 'You Initiated a Track Swap' })).toBeVisible()
  await expect(ada.page.getByText('Track swap saved. It is sent when you are back online.')).toBeVisible()
  await ada.page.goto('/track-swap-confirmation')
  await ada.context.setOffline(false)
  await expect(ada.page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible({ timeout: 30_000 })

  await openFromHistory(bo.page, ada.name)
  await expect(bo.page.getByRole('option').first()).toBeVisible()
  await bo.context.setOffline(true)
  await chooseRating(bo.page, 3)
  await chooseTrack(bo.page)
  await bo.page.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect(bo.page.getByRole('heading', { name: "You've Responded to a Track Swap" })).toBeVisible()
  await expect(bo.page.getByText('Your rating is saved. It is sent when you are back online.')).toBeVisible()
  await bo.page.reload()
  await expect(bo.page.getByText('Your rating is saved. It is sent when you are back online.')).toBeVisible()
  expect(await swagOf(server, ada.name)).toBe(0)
  await bo.context.setOffline(false)
  await expect.poll(() => swagOf(server, ada.name), { timeout: 30_000 }).toBe(3)
  await expect(bo.page.getByText(/It is sent when/)).toBeHidden()

  await openFromHistory(ada.page, bo.name)
  await expect(ada.page.getByRole('heading', { name: 'Your Match Has Responded' })).toBeVisible()
  await ada.context.setOffline(true)
  await chooseRating(ada.page, 2)
  await ada.page.getByRole('button', { name: 'View Swap Results' }).click()
  await expect(ada.page.getByRole('heading', { name: 'Track Swap Results' })).toBeVisible()
  await expect(ada.page.getByText('Your rating is saved. It is sent when you are back online.')).toBeVisible()
  await ada.context.setOffline(false)
  await expect.poll(() => swagOf(server, bo.name), { timeout: 30_000 }).toBe(2)
  expect(
    await server.query(
      `select initiator_rating as a, matched_rating as b from song_swaps
       where initiator_id = (select id from members where name = $1)`,
      ada.name,
    ),
  ).toEqual([{ a: 2, b: 3 }])
  await putAway(ada, bo)
})

test('a random match of the demo responds within seconds, and the screen shows whose turn it is', {
  tag: NIGHTLY,
}, async ({ browser }) => {
  test.slow()
  // A separate community: a random match among other tests' newcomers may never respond.
  const server = await startServer({ isDemo: true, port: await freePort() })
  const ada = await aPlayer(browser, server, 'ada')
  const { page } = ada
  await page.clock.install()
  await page.goto('/track-swap-entry')
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(page.getByText('Matched with:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Swap' })).toBeDisabled()
  await sendSwap(page)
  await expect(page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible()
  const storedId = () => page.evaluate((key) => localStorage.getItem(key), SWAP_ID_KEY)
  await expect.poll(storedId).not.toBeNull()
  const id = await storedId()
  await page.getByRole('link', { name: 'View Track Swap History' }).click()
  // Others invite a newcomer meanwhile: the test uses this card.
  const card = page.locator(`a[href="/track-swap-detail?id=${id}"]`)
  await expect(card).toContainText('Pending')
  // Demo members wait 5 to 15 s; server/demo/life.test.ts tests that with a clock.
  await server.query("update song_swaps set sent_at = sent_at - interval '15 seconds' where id = $1", Number(id))
  const isAnswered = () =>
    server.query('select from song_swaps where id = $1 and matched_rating is not null', Number(id))
  await expect.poll(isAnswered, { timeout: 20_000 }).toHaveLength(1)
  // The page reads the status every 30 s.
  await page.clock.fastForward(30_000)
  await expect(card).toContainText('Action Required')
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /Track Swap/ })
      .getByText(/wait/),
  ).toBeAttached()
  await card.click()
  await chooseRating(page, 5)
  await page.getByRole('button', { name: 'View Swap Results' }).click()
  // Both have taste: their match is computed.
  await expect(page.getByText('Taste in common').locator('..')).toContainText(/\d+%/)
  await page.getByRole('link', { name: 'Swap Points' }).click()
  await expect(page.getByRole('heading', { name: "Congratulations! It's a Win Win" })).toBeVisible()
  await expect(page.getByText(/New match available/)).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await putAway(ada)
  await server.dispose()
})
