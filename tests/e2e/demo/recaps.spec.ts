import { readFile } from 'node:fs/promises'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { isReadyForOffline, logIn, readStoredTexts, signUp, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test.describe('after a visit', () => {
  test.use({ areDownloadsOn: true })

  test('the weekly report and the rewind are readable offline without having been opened', {
    tag: [WITH_WORKER, NIGHTLY],
  }, async ({ page, context, server }) => {
    test.setTimeout(120_000)
    const member = await signUpWithListens(server.url)
    await logIn(page, member)
    await isReadyForOffline(page)
    const isStored = async () => (await readStoredTexts(page)).includes('"recaps","rewind"')
    await expect.poll(isStored, { timeout: 90_000 }).toBe(true)
    await context.setOffline(true)
    await page.goto('/week')
    await expect(page.getByRole('heading', { level: 2, name: 'Listening clock' })).toBeVisible()
    await page.goto('/rewind')
    await expect(page.getByRole('heading', { level: 2, name: 'Calendar' })).toBeVisible()
    await page.goto('/rewind?period=2024-02')
    await expect(page.getByText('Not on this device yet')).toBeVisible()
  })
})

test('a profile leads to the report, which steps to the week before and back, and to the month', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your listening' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your listening' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top tracks' }).getByRole('listitem').first()).toContainText('play')
  await page.getByRole('link', { name: /^Before: / }).click()
  await expect(page).toHaveURL(/period=\d{4}-W\d\d/)
  await page.getByRole('link', { name: /^After: / }).click()
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Calendar' })).toBeVisible()
  await page.getByRole('link', { name: 'Year', exact: true }).click()
  await expect(page).toHaveURL(/period=\d{4}$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Month by month' })).toBeVisible()
})

test('the cards of a story turn by the arrow keys as soon as it opens, and end on the figures', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/listening')
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=progressbar]') === null) return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Play as a story' }).click()
  const cards = page.getByRole('progressbar', { name: 'Cards' })
  await expect(cards).toHaveAttribute('aria-valuenow', '2')
  await page.keyboard.press('ArrowLeft')
  await expect(cards).toHaveAttribute('aria-valuenow', '1')
  const count = Number(await cards.getAttribute('aria-valuemax'))
  for (let card = 0; card < count; card++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a chart is read by keys and as a table, with equal numbers', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/rewind?period=2026')
  const calendar = page.getByRole('listbox', { name: /^Calendar\./ })
  await calendar.focus()
  await page.keyboard.press('End')
  await expect(calendar.getByRole('option', { selected: true })).toHaveAccessibleName(/^Thursday 31 December: 0 plays$/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(calendar.getByRole('option', { selected: true })).toHaveAccessibleName(/^Wednesday 23 December: /)
  const clock = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Listening clock' }) })
  const plays = await clock
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('aria-label')?.replace(/ plays?$/, '')))
  await clock.getByText('Show as a table').click()
  await expect(clock.getByRole('table')).toBeVisible()
  const rows = await clock.getByRole('row').allInnerTexts()
  expect(rows.slice(1).map((row) => row.replace(/\s*\t\s*/, ': '))).toEqual(plays)
})

test('a card is drawn on the device and saved as a PNG of its size', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/rewind?period=2026')
  await page.getByRole('button', { name: 'Share as a picture' }).click()
  await expect(page.getByRole('img', { name: /^My year, 2026: .* plays/ })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  for (const [name, width, height] of [
    ['Story', 1080, 1920],
    ['Square', 1080, 1080],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const save = page.getByRole('button', { name: 'Save picture' })
    await expect(save).not.toHaveAttribute('aria-busy', 'true')
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe(`flipside-2026-${name.toLowerCase()}.png`)
    const png = await readFile(await download.path())
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
    // An empty canvas of this size has a few kB.
    expect(png.length).toBeGreaterThan(20_000)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share as a picture' })).toBeFocused()
})

test('a member without listens, a host without recaps and a failing read show their own texts', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/week')
  await expect(page.getByText('There are no listens yet')).toBeVisible()
  await expect(page.getByText('None of the people that you follow broadcast a track in this week.')).toBeVisible()
  await page.route('**/api/user/rewind?**', (route) => route.fulfill({ status: 400, json: { error: 'No.' } }))
  await page.goto('/rewind')
  await expect(page.getByText('Failed to load the rewind')).toBeVisible()
  await page.route('**/api/user/rewind?**', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/rewind?period=2025')
  await expect(page.getByText('This server has no recaps of listening.')).toBeVisible()
})
