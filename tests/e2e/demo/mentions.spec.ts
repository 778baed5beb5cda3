import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { broadcast, isReadyForOffline, logIn, shareTrack, signUp, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('a caption offers members, and one written in a tunnel mentions them when it is sent', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto('/broadcast-track')
  const field = page.getByRole('textbox', { name: 'Caption' })
  await field.pressSequentially(`hear this @${bo.name.slice(0, -1)}`)
  const option = page.getByRole('option', { name: bo.name })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await axeFaults(page)).toEqual([])
  await field.press('Enter')
  await expect(field).toHaveValue(`hear this @${bo.name} `)

  await page.goto('/')
  await isReadyForOffline(page)
  await context.setOffline(true)
  const caption = `in a tunnel, for @${bo.name}`
  await shareTrack(page, caption)
  const card = broadcast(page, caption)
  await expect(card.getByText('Waiting for a connection')).toBeVisible()
  await context.setOffline(false)
  const mentions = () =>
    server.query(
      "select kind from activity join members on members.id = member_id where name = $1 and kind <> 'swap_invite'",
      bo.name,
    )
  await expect.poll(mentions, { timeout: 30_000 }).toEqual([{ kind: 'mention' }])
  await card.getByRole('link', { name: `@${bo.name}` }).click()
  await expect(page).toHaveURL(`/profile/${bo.name}`)
})
