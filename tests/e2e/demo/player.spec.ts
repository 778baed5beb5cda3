import { axeFaults } from '../support/axe.ts'
import { mockLibrary } from '../support/own-library.ts'
import { broadcast, logIn, signUpWithListens, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('a song of the own library goes on across screens and is reported once, then the next one plays', async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const artist = `The ${bo.name}`
  for (const track of ['Harbour', 'Slow Ferry']) {
    const caption = `${track} of ${bo.name}`
    await write(server.url, bo, '/api/create-broadcast-by-names', { user: bo.name, title: caption, artist, track })
  }
  const reports = await mockLibrary(page, artist, 20)
  const ofPlays = () => reports.filter(({ pathname }) => pathname.endsWith('/report-play'))
  await logIn(page, member)
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toBeHidden()
  await broadcast(page, `Slow Ferry of ${bo.name}`)
    .getByRole('button', { name: 'Listen to Slow Ferry from your library' })
    .click()
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()

  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search$/)
  const position = player.getByRole('slider', { name: 'Position in Slow Ferry' })
  await expect(position).not.toHaveValue(/^[01]$/)
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  // After half the song.
  await expect.poll(ofPlays, { timeout: 30_000 }).toHaveLength(1)
  expect(ofPlays()[0]?.searchParams.get('duration_ms')).toBe('20000')

  await position.press('End')
  await expect(player.getByRole('button', { name: /Harbour/ })).toBeVisible()
  await player.getByRole('button', { name: 'Pause' }).press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  expect(ofPlays()).toHaveLength(1)
  await player.getByRole('button', { name: 'Close the player' }).click()
  await expect(player).toBeHidden()
})

test('a reload leaves the list and the place, paused; of two tabs one plays; a sign-out deletes the place', async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const artist = `The ${bo.name}`
  for (const track of ['Harbour', 'Slow Ferry']) {
    const caption = `${track} of ${bo.name}`
    await write(server.url, bo, '/api/create-broadcast-by-names', { user: bo.name, title: caption, artist, track })
  }
  await mockLibrary(page, artist, 120)
  await logIn(page, member)
  const player = page.getByRole('region', { name: 'Player' })
  const play = player.getByRole('button', { name: 'Play', exact: true })
  await broadcast(page, `Slow Ferry of ${bo.name}`)
    .getByRole('button', { name: 'Listen to Slow Ferry from your library' })
    .click()
  const position = player.getByRole('slider', { name: 'Position in Slow Ferry' })
  await position.fill('60')
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(61)

  const songs: string[] = []
  page.on('request', (request) => songs.push(...(/\/library\/songs\/\d+$/.exec(request.url()) ?? [])))
  await page.reload()
  await expect(play).toBeVisible()
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(60)
  await expect(position).toHaveAttribute('aria-valuetext', /of 2:00$/)
  expect(songs).toEqual([])
  await play.click()
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(62)

  const other = await context.newPage()
  await mockLibrary(other, artist, 120)
  await other.goto(server.url)
  const otherPlayer = other.getByRole('region', { name: 'Player' })
  await otherPlayer.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(otherPlayer.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(play).toBeVisible()
  await otherPlayer.getByRole('button', { name: 'Next' }).click()
  await expect(otherPlayer.getByRole('button', { name: /Harbour/ })).toBeVisible()
  await other.reload()
  await expect(otherPlayer.getByRole('button', { name: /Harbour/ })).toBeVisible()

  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('player_place')))
  expect(await stored()).toHaveLength(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(player).toBeHidden()
  expect(await stored()).toEqual([])
  await other.close()
})
