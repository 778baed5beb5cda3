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
