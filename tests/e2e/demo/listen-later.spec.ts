import { axeFaults } from '../support/axe.ts'
import { broadcast, isReadyForOffline, logIn, signUpWithListens, write } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('in a tunnel Listen saves the track for later, and a listen takes it off the list', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const caption = `a song of ${bo.name}`
  const song = { artist: `The ${bo.name}`, track: 'Slow Ferry' }
  const link = 'https://www.deezer.com/track/3135556'
  await write(server.url, bo, '/api/create-broadcast-by-names', { user: bo.name, title: caption, ...song, link })
  await logIn(page, member)
  const card = broadcast(page, caption)
  const listen = card.getByRole('link', { name: 'Listen to Slow Ferry (opens Deezer)' })
  await expect(listen).toHaveAttribute('href', link)
  await card.getByRole('button', { name: 'Other services for Slow Ferry' }).click()
  const menu = page.getByRole('dialog', { name: 'Listen to Slow Ferry' })
  await expect(menu.getByRole('link', { name: 'Deezer Exact' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Spotify Search' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await isReadyForOffline(page)

  await context.setOffline(true)
  await listen.click()
  await expect(page.getByText('Saved to listen later')).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Listen later' }).click()
  const row = page.getByRole('list', { name: 'Tracks to listen later' }).getByRole('listitem')
  await expect(row).toContainText(`From ${bo.name}`)

  await context.setOffline(false)
  const saved = () =>
    server.query(
      'select heard_at from later_tracks join members on members.id = member_id where name = $1',
      member.name,
    )
  await expect.poll(saved).toEqual([{ heard_at: null }])
  const listened_at = new Date(Date.now() + 1000).toISOString()
  await write(server.url, member, '/api/user/add-listen', { user: member.name, ...song, listened_at })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const heard = page.getByRole('list', { name: 'Heard' })
  await expect(heard).toContainText('Slow Ferry')
  await expect(page.getByText('Nothing to listen to later')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await heard.getByRole('button', { name: 'Put back' }).click()
  await expect(row).toContainText(`From ${bo.name}`)
})
