import { NIGHTLY } from '#tests/support/nightly.ts'
import { broadcast, likeButton, logIn, logInByForm, shareTrack, signUpWithListens } from '../support/people.ts'
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

test('text typed at /login and /signup survives a sign-in and a sign-out in another tab', async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const signup = await context.newPage()
  const third = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Music account username').fill('mire')
  await page.getByLabel('Website password').fill('half a pass')
  await signup.goto('/signup')
  await signup.getByLabel('Email').fill('mirelle@example.org')
  await signup.getByLabel('Re-enter password').fill('typed twice')
  const expectTyped = async () => {
    await expect(page.getByLabel('Music account username')).toHaveValue('mire')
    await expect(page.getByLabel('Website password')).toHaveValue('half a pass')
    await expect(signup.getByLabel('Email')).toHaveValue('mirelle@example.org')
    await expect(signup.getByLabel('Re-enter password')).toHaveValue('typed twice')
    await expect(signup.getByLabel('Re-enter password')).toBeFocused()
  }
  await logInByForm(third, member)
  for (const tab of [page, signup]) await expect(tab.getByText('You are logged in as')).toBeVisible()
  await expectTyped()

  await third.goto('/profile')
  await third.getByRole('button', { name: 'Sign Out' }).click()
  for (const tab of [page, signup]) await expect(tab.getByText('You are logged in as')).toBeHidden()
  await expectTyped()

  await page.getByLabel('Music account username').fill(member.name)
  await page.getByLabel('Website password').fill(member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await expect(page.getByLabel('Website password')).toHaveValue('')
})

test('text typed at /reset survives a sign-in and a sign-out in another tab', { tag: NIGHTLY }, async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const other = await context.newPage()
  await page.goto('/reset?token=from-a-mail')
  const field = page.getByLabel('New password')
  const mark = () => field.evaluate((element) => element.setAttribute('data-before', ''))
  const expectTyped = async () => {
    await expect(page.locator('[data-before]')).toHaveCount(0)
    await expect(field).toHaveValue('a long new password')
    await expect(field).toBeFocused()
  }
  await field.fill('a long new password')
  await mark()
  await logInByForm(other, member)
  await expectTyped()

  await mark()
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expectTyped()
})
