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
  const title = `Both tabs, ${member.name}`
  await shareTrack(page, title)
  const first = likeButton(broadcast(page, title))
  await expect(first).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  const second = likeButton(broadcast(other, title))
  await expect(second).toHaveAttribute('aria-pressed', 'false')

  await context.setOffline(true)
  await second.click()
  await expect(first).toHaveAttribute('aria-pressed', 'true')

  await context.setOffline(false)
  await expect
    .poll(() =>
      server.query(
        'select count(*)::int from likes join members on members.id = member_id where name = $1',
        member.name,
      ),
    )
    .toEqual([{ count: 1 }])
  // The demo members like it too: the two tabs have the same number.
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(async () => {
    const likes = `${(await server.query<{ likes: number }>('select likes from broadcasts where title = $1', title))[0]?.likes}`
    await expect(first).toHaveText(`Like, ${likes}`, { timeout: 500 })
    await expect(second).toHaveText(`Like, ${likes}`, { timeout: 500 })
  }).toPass()
})
