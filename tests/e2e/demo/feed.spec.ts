import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  broadcast,
  deleteBroadcast,
  feed,
  likeButton,
  logIn,
  readStoredTexts,
  shareTrack,
  signUp,
  signUpWithListens,
  write,
} from '../support/people.ts'
import { expect, test } from '../support/world.ts'

declare global {
  interface Window {
    /** The numbers of rows that the virtual list has had, each as rendered by one commit. */
    rowCounts?: number[]
  }
}

/** Runs in the page before its scripts. */
function recordRowCounts() {
  const counts: number[] = []
  window.rowCounts = counts
  const observer = new MutationObserver(() => {
    const count = document.querySelectorAll('[role=feed] > [data-row]').length
    if (count > 0 && count !== counts.at(-1)) counts.push(count)
  })
  observer.observe(document, { childList: true, subtree: true })
}

test('the virtual list renders the rows in the window first, then those beside them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(recordRowCounts)
  await page.goto('/')
  const counts = () => page.evaluate(() => window.rowCounts ?? [])
  await expect.poll(async () => (await counts()).at(-1)).toBeGreaterThan(6)
  // A row is estimated at 276 px: four in the window, and one below.
  expect((await counts())[0]).toBeLessThanOrEqual(5)
})

test('a visitor reads the feed; liking leads to the login and back', async ({ page, server }) => {
  const member = await signUp(server.url)
  await page.goto('/')
  await likeButton(
    feed(page)
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Like, / }) })
      .first(),
  ).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await expect(page).toHaveURL('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
})

test('a visitor who wants to share logs in and comes back to sharing', async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await page.goto('/')
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await expect(page).toHaveURL('/broadcast-track')
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('a deleted broadcast can be restored, and is deleted if it is not', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  const titles = async () =>
    (
      await server.query<{ title: string }>(
        'select title from broadcasts b join members m on m.id = b.author_id where m.name = $1',
        member.name,
      )
    ).map(({ title }) => title)
  await logIn(page, member)
  const caption = `To be deleted, ${member.name}`
  await shareTrack(page, caption)
  const card = broadcast(page, caption)
  await deleteBroadcast(card)
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  expect(await titles()).toEqual([caption])

  await deleteBroadcast(card)
  await expect(card).toBeHidden()
  await expect.poll(titles, { timeout: 30_000 }).toEqual([])
  await page.reload()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await expect(card).toBeHidden()
})

test("only the member's own broadcasts can be deleted", async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'More about your broadcast' })).toHaveCount(0)
  await feed(page)
    .getByRole('button', { name: /^More about / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Report...' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete broadcast' })).toHaveCount(0)
})

test('sharing without a track shows an error; an empty caption becomes the track', async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: '+ Post Track' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please select a track first')
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '+ Post Track' }).click()
  await expect(page).toHaveURL('/')
  await expect(broadcast(page, member.name).filter({ hasText: 'Broadcasting ' })).toBeVisible()
})

test('an unsent caption survives a reload', async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/broadcast-track')
  const caption = page.getByPlaceholder('Your thoughts here')
  await caption.fill('Half a thought')
  // The text is stored shortly after typing: checked in the storage, since a reload may come at any
  // time.
  await expect.poll(() => readStoredTexts(page)).toContain('Half a thought')
  await page.reload()
  await expect(caption).toHaveValue('Half a thought')
})

test('the picker is filtered by track or artist, and usable by keyboard alone', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/broadcast-track')
  const options = page.getByRole('option')
  const first = (await options.first().locator('span > span').first().innerText()).trim()
  await page.getByRole('combobox').fill(first.toUpperCase())
  await expect(options.first()).toContainText(first)
  await page.getByRole('combobox').press('Enter')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox').fill('no track is called this')
  await expect(page.getByText('No tracks found')).toBeVisible()
})

test("others' new broadcasts are behind a button and do not move the list", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [reader, writer] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  await page.clock.install()
  await logIn(page, reader)
  const first = feed(page).getByRole('article').first()
  const read = await first.innerText()
  const tracks = await server.query<{ id: string }>('select t.id from tracks t order by t.id limit 1')
  await share(server.url, writer, `News from ${writer.name}`, Number(tracks[0]?.id))
  await page.clock.fastForward(30_000) // the status is read every 30 s
  const button = page.getByRole('button', { name: /new broadcasts?/i })
  await expect(button).toBeVisible()
  expect(await first.innerText()).toContain(read.split('\n')[0])
  await button.click()
  await expect(broadcast(page, `News from ${writer.name}`)).toBeVisible()
})

test('the app never shows a like twice', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await shareTrack(page, `Counted, ${member.name}`)
  const like = likeButton(broadcast(page, `Counted, ${member.name}`))
  const before = Number(((await like.textContent()) ?? '').replace(/\D/g, ''))
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  const rows = () =>
    server.query<{ likes: number }>('select likes from broadcasts where title = $1', `Counted, ${member.name}`)
  await expect.poll(async () => (await rows())[0]?.likes ?? 0).toBeGreaterThanOrEqual(before + 1)
  await page.reload()
  await expect
    .poll(async () => Number(((await like.textContent()) ?? '').replace(/\D/g, '')) - ((await rows())[0]?.likes ?? 0))
    .toBe(0)
})

test('with reduced motion moved content is in place at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.locator('[role=feed] > article[data-index]').first()).toBeVisible()
  const moved = await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('[role=feed] > article')
    if (row === null) return
    const before = row.getBoundingClientRect().top
    row.style.transform = 'translateY(300px)'
    return row.getBoundingClientRect().top - before
  })
  expect(moved).toBe(300)
})

const share = (url: string, member: { name: string; password: string }, title: string, trackId: number) =>
  write(url, member, '/api/create-broadcast', {
    user: member.name,
    title,
    body: title,
    relatedtype: 'Track',
    relatedid: String(trackId),
  })
