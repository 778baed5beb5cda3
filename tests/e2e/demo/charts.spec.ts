import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, readStoredTexts, signUp, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('charts lead from a profile to an artist, a track and back, and are readable offline', {
  tag: WITH_WORKER,
}, async ({ page, context, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await isReadyForOffline(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your listening' }).click()
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await page.getByRole('link', { name: 'All time' }).click()
  await page.getByRole('link', { name: 'Tracks', exact: true }).click()
  await expect(page).toHaveURL(/kind=tracks/)
  const places = page.getByRole('list', { name: 'Places from 1 on' }).getByRole('listitem')
  const [{ plays } = { plays: '' }] = await server.query<{ plays: string }>(
    `select plays from track_plays join members on id = member_id where name = $1 order by plays desc limit 1`,
    member.name,
  )
  await expect(places.first()).toContainText(`${plays} play`)
  const name = await places.first().getByRole('link').first().innerText()
  await places.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/track\/\d+/)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Plays per month/ })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('columnheader', { name: 'Plays' })).toBeVisible()
  await expect(page.getByRole('cell').first()).toHaveText(/^\d+$/)
  await expect(page.getByRole('heading', { name: 'Broadcasts of this track' })).toBeVisible()
  await expect.poll(() => readStoredTexts(page)).toContain('"own_plays"')
  const trackUrl = page.url()
  await context.setOffline(true)
  await page.goto('/charts?kind=tracks&period=overall')
  await expect(places.first()).toContainText(name)
  await page.goto(trackUrl)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await page.goto('/charts?kind=albums&period=overall')
  await expect(page.getByText('Not on this device yet')).toBeVisible()
})

test('a range of days is checked, shown, and part of the URL', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/charts')
  await page.getByRole('button', { name: 'Custom' }).click()
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')]
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await show.click()
  await expect(page.getByText('Enter the first and the last day.')).toBeVisible()
  await first.fill('2026-02-01')
  await last.fill('2026-01-01')
  await show.click()
  await expect(page.getByText('The first day must not be after the last day.')).toBeVisible()
  await first.fill('2001-01-01')
  await last.fill('2001-12-31')
  await show.click()
  await expect(page).toHaveURL(/from=2001-01-01&until=2001-12-31/)
  await expect(page.getByText('You have played nothing in this period.')).toBeVisible()
})

test('charts of another member, of a hidden one, and a failing read show their own texts', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await page.getByRole('link', { name: `Charts of ${bo.name}` }).click()
  await page.getByRole('link', { name: 'All time' }).click()
  await expect(page.getByRole('list', { name: 'Places from 1 on' })).toBeVisible()
  await page.route('**/api/user/chart?**', (route) => route.fulfill({ status: 400, json: { error: 'No.' } }))
  await page.goto('/charts')
  await expect(page.getByText('Failed to load the chart')).toBeVisible()
  await page.route('**/api/user/chart?**', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/charts?kind=tracks')
  await expect(page.getByText('This server has no charts.')).toBeVisible()
})

test('a search finds music beside members, and unknown pages say so', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  const [{ name, id } = { name: '', id: '' }] = await server.query<{ name: string; id: string }>(
    `select artists.name, artists.id from artist_plays join artists on artists.id = artist_id
      join members on members.id = member_id where members.name = $1 order by artist_plays.plays desc limit 1`,
    member.name,
  )
  await page.goto(`/search?user=${encodeURIComponent(name)}`)
  await page.getByRole('list', { name: 'Artists' }).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/artist/${id}`)
  await expect(page.getByRole('list', { name: 'Top tracks here' })).toBeVisible()
  for (const [path, text] of [
    ['/track/999999999', 'Track not found'],
    ['/track/x', 'Track not found'],
    ['/album/999999999', 'Album not found'],
    ['/album/0', 'Album not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
  }
})
