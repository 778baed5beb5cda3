import { broadcast, likeButton, logIn, shareTrack, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test('an action in one tab shows in the other, once, before and after it is sent', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await shareTrack(page, `Both tabs, ${member.name}`)
  const first = likeButton(broadcast(page, `Both tabs, ${member.name}`))
  await expect(first).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  const second = likeButton(broadcast(other, `Both tabs, ${member.name}`))
  await expect(second).toHaveAttribute('aria-pressed', 'false')

  await context.setOffline(true)
  await second.click()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(first).toHaveText(/1/)

  await context.setOffline(false)
  await expect
    .poll(() => server.query('select likes from broadcasts where title = $1', `Both tabs, ${member.name}`))
    .toEqual([{ likes: 1 }])
  for (const heart of [first, second]) {
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(heart).toHaveText(/^Like, 1$/)
  }
})
