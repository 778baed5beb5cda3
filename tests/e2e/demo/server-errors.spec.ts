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
  signUpWithListens,
} from '../support/people.ts'
import { timeoutsByClock } from '../support/read-faults.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const FORMS = [
  { path: '/login', endpoint: '**/api/user/login*', button: 'Log In', failed: 'Login failed.' },
  {
    path: '/signup',
    endpoint: '**/api/user/create-profile*',
    button: 'Sign Up',
    failed: 'An error occurred while signing up.',
  },
] as const

for (const { path, endpoint, button, failed } of FORMS)
  test(`${path} shows the server's error text for 429 and 5xx, and reports a lost connection only without a response`, async ({
    page,
  }) => {
    await page.goto(path)
    if (path === '/login') await fillLogIn(page, 'ada', 'a password')
    else await fillSignUp(page, newMember())
    const alertAfter = async (fulfil: Parameters<typeof page.route>[1]) => {
      await page.unroute(endpoint)
      await page.route(endpoint, fulfil)
      await page.getByRole('button', { name: button, exact: true }).click()
      return page.getByRole('alert')
    }
    const sentence = 'Too many requests. Try again in 5 s.'
    for (const status of [429, 500, 503])
      await expect(await alertAfter((route) => route.fulfill({ status, json: { error: sentence } }))).toHaveText(
        sentence,
      )
    await expect(
      await alertAfter((route) => route.fulfill({ status: 429, headers: { 'retry-after': '7' }, body: '' })),
    ).toHaveText('Too many requests. Try again in 7 s.')
    for (const [status, body] of [
      [502, '<html>Bad Gateway</html>'],
      [200, '<!doctype html><title>Train</title>'],
    ] as const)
      await expect(await alertAfter((route) => route.fulfill({ status, contentType: 'text/html', body }))).toHaveText(
        `${failed} The server has a problem. Try again later.`,
      )
    await expect(await alertAfter((route) => route.abort())).toHaveText(`${failed} The server cannot be reached.`)
  })

test('a connection that accepts and never responds is reported within five seconds, and a like is instant meanwhile', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const ada = await signUpWithListens(server.url)
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.clock.install()
  await page.addInitScript(timeoutsByClock)
  await page.goto('/')
  const like = likeButton(feed(page)).first()
  await expect(like).toBeVisible()
  await page.context().route('**/api/**', () => undefined)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.clock.runFor(5000)
  const strip = page.getByRole('status').filter({ hasText: 'Waiting for the server.' })
  await expect(strip).toBeVisible()
  await expect(strip).toContainText('Feed from')
  // Requests time out one after the other: there is no response, so the connection is lost.
  for (let second = 0; second < 45; second += 5) await page.clock.runFor(5000)
  await expect(page.getByText(/^Offline\./)).toBeVisible()
  await page.context().unroute('**/api/**')
  for (let second = 0; second < 30; second += 5) await page.clock.runFor(5000)
  await expect(page.getByText(/^Offline\./)).toBeHidden()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

test('stored content stays under a notice when the server fails to refresh it', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  const ada = await signUpWithListens(server.url)
  await logIn(page, ada)
  await isReadyForOffline(page)
  let isBroken = true
  await context.route('**/api/get-broadcasts*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { error: 'Something went wrong.' } }) : route.fallback(),
  )
  await page.goto('/')
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'The server has a problem. Showing what was loaded before.' })
  await expect(notice).toBeVisible()
  await expect(broadcast(page, '').first()).toBeVisible()
  await expect(page.getByText(/^Offline\./)).toHaveCount(0)
  isBroken = false
  await notice.getByRole('button', { name: 'Try Again' }).click()
  await expect(notice).toBeHidden()
})
