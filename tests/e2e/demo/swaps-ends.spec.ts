import { readFileSync } from 'node:fs'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isWorkerActive, logIn, signUpWithListens } from '../support/people.ts'
import {
  aPlayer,
  begin,
  chooseMatch,
  chooseRating,
  chooseTrack,
  putAway,
  rate,
  sendSwap,
  sendTrack,
} from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('a swap is declined or withdrawn after a confirmation, and both sides show it', { tag: NIGHTLY }, async ({
  browser,
  server,
}) => {
  test.slow()
  const ada = await aPlayer(browser, server, 'ada')
  const bo = await aPlayer(browser, server, 'bo')
  const declined = await begin(server, bo, ada.name)
  const withdrawn = await begin(server, ada, bo.name)

  await ada.page.goto(`/track-swap-detail?id=${declined}`)
  await ada.page.getByRole('button', { name: 'Decline Swap' }).click()
  const dialog = ada.page.getByRole('dialog', { name: 'Decline this Track Swap?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await ada.page.getByRole('button', { name: 'Decline Swap' }).click()
  await dialog.getByRole('button', { name: 'Decline Swap' }).click()
  await expect(ada.page.getByText('You declined it.')).toBeVisible()
  await ada.page.goto(`/track-swap-detail?id=${withdrawn}`)
  await ada.page.getByRole('button', { name: 'Withdraw Swap' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Withdraw Swap' }).click()
  await expect(ada.page.getByText('You withdrew it.')).toBeVisible()
  const ends = () => server.query('select ended from song_swaps where id in ($1, $2) order by id', declined, withdrawn)
  await expect.poll(ends).toEqual([{ ended: 'declined' }, { ended: 'withdrawn' }])

  await bo.page.goto(`/track-swap-detail?id=${declined}`)
  await expect(bo.page.getByText(`${ada.name} declined it.`)).toBeVisible()
  await bo.page.goto(`/track-swap-detail?id=${withdrawn}`)
  await expect(bo.page.getByText(`${ada.name} withdrew it.`)).toBeVisible()
  await bo.page.goto('/track-swap-history')
  const list = bo.page.getByRole('list', { name: 'Track swaps' })
  await expect(list).toContainText('Declined')
  await bo.page.getByRole('radio', { name: 'Withdrawn 1' }).check()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('Withdrawn')
  await putAway(ada, bo)
})

test('a refused step of a swap shows the reason, and its content is not lost', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  test.slow()
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const swap = await begin(server, bo, member.name)
  await logIn(page, member)

  await page.goto(`/track-swap-detail?id=${swap}`)
  await expect(page.getByRole('option').first()).toBeVisible()
  await isWorkerActive(page)
  await context.setOffline(true)
  await chooseRating(page, 5)
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect(page.getByText(/Your rating is saved/)).toBeVisible()
  await sendTrack(server, member, swap)
  await rate(server, member, swap, 2)
  await context.setOffline(false)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to rate track', { timeout: 30_000 })
  await expect(alert).toContainText('You have already rated this track.')
  await expect(page.getByText(`${bo.name} earns 2 swag from your rating.`)).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()

  await chooseMatch(page, bo.name)
  await expect(page.getByRole('option').first()).toBeVisible()
  await context.setOffline(true)
  const track = await sendSwap(page)
  await server.query('update members set name = $2, name_key = $2 where name = $1', bo.name, `${bo.name}-gone`)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Track swap not sent' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('alert').first()).toContainText('Failed to initiate song swap')
  await page.goto('/track-swap-history')
  const card = page.getByRole('list', { name: 'Track swaps' }).getByRole('link').filter({ hasText: 'Not sent' })
  await expect(card).toContainText(bo.name)
  await card.click()
  await expect(page.getByRole('heading', { name: track })).toBeVisible()
  await page.getByRole('button', { name: `Discard the swap with ${bo.name}` }).click()
  await expect(page.getByText('Failed to initiate song swap')).toBeHidden()
})

test('the same rating given on two devices shows no error', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const swap = await begin(server, bo, member.name)
  await sendTrack(server, member, swap)
  await logIn(page, member)
  await page.goto(`/track-swap-action?id=${swap}`)
  await expect(page.getByRole('heading', { name: 'Rate Track' })).toBeVisible()
  await context.setOffline(true)
  await chooseRating(page, 4)
  await page.getByRole('button', { name: 'Rate Track' }).click()
  await expect(page.getByText(/Your rating is saved/)).toBeVisible()
  await rate(server, member, swap, 4)
  await context.setOffline(false)
  await expect(page.getByText(/Your rating is saved/)).toBeHidden({ timeout: 30_000 })
  await expect(page.getByText('Failed to rate track')).toHaveCount(0)
})

test('a result is shared as a picture, and its tracks open in the chosen music service', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const swap = await begin(server, bo, member.name)
  await sendTrack(server, member, swap)
  await rate(server, member, swap, 3)
  await rate(server, bo, swap, 5)
  await logIn(page, member)
  await page.goto(`/track-swap-results?id=${swap}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share as a picture' }).click()
  expect((await download).suggestedFilename()).toBe('track-swap.png')
  const picture = readFileSync(await (await download).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // Width and height in the first chunk, IHDR.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350])
  expect(picture.length).toBeGreaterThan(20_000)

  const link = page.getByRole('link', { name: /^Listen .*\(opens / }).first()
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(link).toHaveAttribute('target', '_blank')
  await page.context().route(/^https:\/\/listen\.tidal\.com\//, (route) => route.fulfill({ body: 'elsewhere' }))
  await page.getByRole('button', { name: 'Other services' }).first().click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('link', { name: 'Tidal' }).click()
  expect((await opened).url()).toContain('listen.tidal.com/search')
  await page.reload()
  await expect(link).toHaveAccessibleName(/\(opens Tidal\)$/)
})
