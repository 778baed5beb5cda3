import { FIRST_SCREEN_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('a player gets a token that works, is shown once and can be revoked', async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/settings/listening')
  await expect(page.getByText('None yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Make a Token' }).click()
  await expect(page.getByText('Give the player a name first.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the player' }).fill('Kitchen radio')
  await page.getByRole('button', { name: 'Make a Token' }).click()
  const token = await page
    .getByRole('definition')
    .filter({ hasText: /^[\da-f-]{36}/ })
    .first()
    .locator('code')
    .textContent()
  await expect(page.getByText('Never used')).toBeVisible()
  await page.getByText('Audioscrobbler 1.2', { exact: true }).click()
  await expect(page.getByText(`password = ${token}`)).toBeVisible()

  const submit = () =>
    fetch(`${server.url}/1/submit-listens`, {
      method: 'POST',
      headers: { Authorization: `Token ${token}` },
      body: JSON.stringify({
        listen_type: 'playing_now',
        payload: [{ track_metadata: { track_name: 'Rain on Tin', artist_name: 'Sol Ferro' } }],
      }),
    })
  expect((await submit()).status).toBe(200)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Playing now' })).toContainText('Rain on Tin')

  await page.goto('/settings/scrobbling')
  await expect(page.getByText(/Last used/)).toBeVisible()
  await expect(page.getByText(String(token))).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Kitchen radio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
  expect((await submit()).status).toBe(401)
})

test('the head of the feed shows the current tracks of followed members', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url, 'ada'), await signUp(server.url, 'bo')]
  await write(server.url, ada, '/api/user/follow', { follower: ada.name, followee: bo.name })
  const made = await write(server.url, bo, '/api/user/create-scrobble-token', { user: bo.name, name: 'Phone' })
  const { token } = (await made.json()) as { token: string }
  await fetch(`${server.url}/1/submit-listens`, {
    method: 'POST',
    headers: { Authorization: `Token ${token}` },
    body: JSON.stringify({
      listen_type: 'playing_now',
      payload: [{ track_metadata: { track_name: 'Rain on Tin', artist_name: 'Sol Ferro' } }],
    }),
  })
  await logIn(page, ada)
  await page.goto('/')
  const head = page.getByRole('region', { name: 'Playing now' })
  await expect(head).toContainText(`${bo.name} plays now`)
  await expect(head).toContainText('Rain on Tin')

  // True for a moment only: the next start resets it.
  const readFirstScreen = () => page.evaluate((key) => localStorage.getItem(key), FIRST_SCREEN_KEY)
  await expect.poll(readFirstScreen).toContain('<article')
  await page.goto('/profile')
  expect(await readFirstScreen()).toContain('<article')
  expect(await readFirstScreen()).not.toContain('plays now')
})

test('a program is allowed by its link after logging in, and loves a track that the profile shows', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUp(server.url)
  const call = async (params: Record<string, string>) => {
    const body = new URLSearchParams({ format: 'json', api_key: 'a key', ...params })
    return (await (await fetch(`${server.url}/2.0/`, { method: 'POST', body })).json()) as {
      token: string
      error?: number
      session: { key: string }
    }
  }
  const { token } = await call({ method: 'auth.getToken' })
  await page.goto(`/api/auth/?api_key=a+key&token=${token}`)
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByRole('textbox', { name: 'username' }).fill(member.name)
  await page.getByRole('textbox', { name: 'password' }).fill(member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText('a key', { exact: true })).toBeVisible()
  expect((await call({ method: 'auth.getSession', token })).error).toBe(14)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(/^You have allowed/)).toBeVisible()

  const { session } = await call({ method: 'auth.getSession', token })
  await call({ method: 'track.love', sk: session.key, artist: 'Sol Ferro', track: 'Rain on Tin' })
  await page.goto('/profile')
  const heart = page.getByRole('button', { name: 'Love Rain on Tin by Sol Ferro' })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(page.getByText('None yet. Press the heart of a track, here or in your player.')).toBeVisible()
})
