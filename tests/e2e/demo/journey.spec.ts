import { MEMBER_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  broadcast,
  feed,
  fillLogIn,
  fillSignUp,
  isReadyForOffline,
  likeButton,
  logIn,
  newMember,
  readStoredTexts,
  shareTrack,
  signUpWithListens,
} from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** The text on a broadcast that is only on this device so far. */
const WAITING = /Waiting (?:to be sent|for a connection)/

test('a newcomer signs up, logs in, gets sample listens, shares a track and likes another', {
  tag: WITH_WORKER,
}, async ({ page, server }) => {
  const member = newMember()
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(page, member)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(member.name).first()).toBeVisible()

  await page.goto('/broadcast-track')
  await page.getByRole('button', { name: 'Get sample listens' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto('/')
  const caption = `First words of ${member.name}`
  await shareTrack(page, caption)
  await expect(broadcast(page, caption)).toContainText(member.name)
  await expect(likeButton(broadcast(page, caption))).toBeVisible()
  await expect
    .poll(() =>
      server.query(
        'select b.title from broadcasts b join members m on m.id = b.author_id where m.name = $1',
        member.name,
      ),
    )
    .toEqual([{ title: caption }])

  const other = feed(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Like, / }), hasNotText: member.name })
    .first()
  // Actions by other tests' members may fill all rendered rows.
  await expect(async () => {
    if (!(await likeButton(other).isVisible())) await page.mouse.wheel(0, 400)
    await expect(likeButton(other)).toBeVisible({ timeout: 500 })
  }).toPass()
  await likeButton(other).click()
  await expect(likeButton(other)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => likesOf(server, member.name)).toBe(1)
})

for (const way of ['the browser is offline', 'the server is stopped'] as const)
  test(`likes and shares made while ${way} survive a reload and arrive once`, { tag: WITH_WORKER }, async ({
    page,
    context,
    server,
  }) => {
    test.slow(way === 'the server is stopped', 'a server starts')
    const leave = () => (way === 'the browser is offline' ? context.setOffline(true) : server.stop())
    const comeBack = () => (way === 'the browser is offline' ? context.setOffline(false) : server.start())
    const member = await signUpWithListens(server.url)
    await logIn(page, member)
    await shareTrack(page, `On the train, ${member.name}`)
    await expect(likeButton(broadcast(page, `On the train, ${member.name}`))).toBeVisible()
    await page.goto('/broadcast-track')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.goto('/')
    await expect(likeButton(broadcast(page, `On the train, ${member.name}`))).toBeVisible()
    await expect.poll(() => readStoredTexts(page)).toContain(`"title":"On the train, ${member.name}"`)
    await isReadyForOffline(page)

    await leave()
    await page.reload()
    const own = broadcast(page, `On the train, ${member.name}`)
    await expect(own).toBeVisible()
    await expect(page.getByText(/^Offline\. Feed from/)).toBeVisible()
    await likeButton(own).click()
    await expect(likeButton(own)).toHaveAttribute('aria-pressed', 'true')
    await shareTrack(page, `In the tunnel, ${member.name}`)
    await expect(broadcast(page, `In the tunnel, ${member.name}`)).toContainText(WAITING)
    await expect(page.getByText(/2 actions waiting to send/)).toBeVisible()

    await page.reload()
    await expect(likeButton(own)).toHaveAttribute('aria-pressed', 'true')
    await expect(broadcast(page, `In the tunnel, ${member.name}`)).toContainText(WAITING)

    await comeBack()
    await expect.poll(() => likesOf(server, member.name), { timeout: 30_000 }).toBe(1)
    // A broadcast in flight is not pending any more, and cannot be liked yet.
    await expect(likeButton(broadcast(page, `In the tunnel, ${member.name}`))).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^Offline/)).toBeHidden()
    expect(
      await server.query(
        'select title from broadcasts b join members m on m.id = b.author_id where m.name = $1 order by b.id',
        member.name,
      ),
    ).toEqual([{ title: `On the train, ${member.name}` }, { title: `In the tunnel, ${member.name}` }])
    await expect(broadcast(page, `In the tunnel, ${member.name}`)).toHaveCount(1)
  })

test('the member is still signed in, with the feed, when the browser is restarted in a tunnel', {
  tag: WITH_WORKER,
}, async ({ reusedBrowser, server }) => {
  const member = await signUpWithListens(server.url)
  const before = await reusedBrowser.open()
  const page = await before.newPage()
  await logIn(page, member)
  await shareTrack(page, `Before the tunnel, ${member.name}`)
  await expect(likeButton(broadcast(page, `Before the tunnel, ${member.name}`))).toBeVisible()
  await isReadyForOffline(page)
  await likeButton(broadcast(page, `Before the tunnel, ${member.name}`)).click()
  await expect.poll(() => likesOf(server, member.name)).toBe(1)
  await before.close()

  const after = await reusedBrowser.open({ offline: true })
  const again = await after.newPage()
  await again.goto('/')
  await expect(broadcast(again, `Before the tunnel, ${member.name}`)).toBeVisible()
  await expect(likeButton(broadcast(again, `Before the tunnel, ${member.name}`))).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await again.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(again.getByText(member.name).first()).toBeVisible()
  await expect(again.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('a navigation while the app restarts for a member reaches its screen', async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  // Clicks a link on the old screen between the new router's first match and its first render.
  await page.addInitScript((key) => {
    const replaceState = history.replaceState.bind(history)
    let hasNavigated = false
    history.replaceState = (state, unused, url) => {
      replaceState(state, unused, url)
      const isNewRouter = url === undefined && localStorage.getItem(key) !== null
      if (!isNewRouter || hasNavigated) return
      hasNavigated = true
      setTimeout(() => history.pushState(null, '', '/broadcast-track'))
    }
  }, MEMBER_KEY)
  await page.goto('/login')
  await fillLogIn(page, member.name, member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/broadcast-track')
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('an offline like survives a killed browser', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  reusedBrowser,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const before = await reusedBrowser.open()
  const page = await before.newPage()
  await logIn(page, member)
  await shareTrack(page, `Killed, ${member.name}`)
  await expect(likeButton(broadcast(page, `Killed, ${member.name}`))).toBeVisible()
  await isReadyForOffline(page)
  await before.setOffline(true)
  await likeButton(broadcast(page, `Killed, ${member.name}`)).click()
  await expect(page.getByText(/1 action waiting to send/)).toBeVisible()
  // Chromium writes cookies to disk up to half a minute late; a real session would be older.
  const cookies = await before.cookies()
  await reusedBrowser.kill()

  const after = await reusedBrowser.open()
  await after.addCookies(cookies)
  await (await after.newPage()).goto('/')
  await expect.poll(() => likesOf(server, member.name), { timeout: 30_000 }).toBe(1)
})

async function likesOf(server: Server, name: string): Promise<number> {
  const rows = await server.query<{ n: number }>(
    'select count(*)::int as n from likes l join members m on m.id = l.member_id where m.name = $1',
    name,
  )
  return rows[0]?.n ?? 0
}
