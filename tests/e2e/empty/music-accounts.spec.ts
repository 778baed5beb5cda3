import { LASTFM_KEY, LASTFM_SECRET, type LastfmServer, startLastfmServer } from '#tests/support/lastfm-server.ts'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import type { ServiceServer } from '#tests/support/service-server.ts'
import { logIn, signUp } from '../support/people.ts'
import { freePort, type Server, startServer } from '../support/server.ts'
import { expect, test as world } from '../support/world.ts'

const tracks = [
  ['Nine Rooms', 'Door', 440],
  ['Loam', 'Peat', 7],
] as const
const PLAYED_AT = 1_790_000_000

interface Services {
  lastfm: LastfmServer
  listenbrainz: ServiceServer
  /** An app server that uses these two for the real ones. */
  ours: Server
}

const test = world.extend<{ services: Services; settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  services: async ({ settings }, use) => {
    const lastfm = await startLastfmServer()
    const listens = [{ at: PLAYED_AT, artist: 'Loam', title: 'Peat' }]
    const listenbrainz = await startListenbrainzServer({ name: 'brain', listens, statistics: [['Loam', 'Peat', 90]] })
    const ours = await startServer({
      isDemo: false,
      port: await freePort(),
      settings: {
        LASTFM_API_KEY: LASTFM_KEY,
        LASTFM_BASE_URL: `${lastfm.url}/2.0/`,
        LASTFM_WEB_URL: lastfm.url,
        LISTENBRAINZ_BASE_URL: listenbrainz.url,
        SERVICES_PER_SECOND: '1000',
        ...settings,
      },
    })
    await use({ lastfm, listenbrainz, ours })
    await ours.dispose()
    await Promise.all([lastfm.stop(), listenbrainz.stop()])
  },
  baseURL: async ({ services }, use) => use(services.ours.url),
})

test('the charts of a newcomer come from Last.fm, from ListenBrainz by choice, and errors are shown', {
  tag: NIGHTLY,
}, async ({ page, services: { lastfm, ours } }) => {
  const response = await fetch(
    `${ours.url}/api/user/create-profile?${new URLSearchParams({ user: 'nobody', firstname: 'n', lastname: 'n', email: 'n@flipside.example', password: 'a long password' })}`,
    { method: 'POST' },
  )
  expect([response.status, (await response.json()).error]).toEqual([
    400,
    'Neither Last.fm nor ListenBrainz knows this name. Sign up with the one you have there.',
  ])
  const account = { name: '', tracks, recent: [] }
  lastfm.misbehave = ({ url }) => {
    const name = url.searchParams.get('user')
    if (name !== null && lastfm.accounts.length === 0) lastfm.accounts.push({ ...account, name })
    return undefined
  }
  const member = await signUp(ours.url)
  await logIn(page, member)
  await page.goto('/settings/listening')
  await expect(page.getByText(`Last.fm: ${member.name}`)).toBeVisible()
  await expect(page.getByText(/^Fresh as of/)).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('list', { name: 'Top artists' })).toContainText('Nine Rooms')

  await page.goto('/settings/listening')
  await page.getByRole('button', { name: 'Use Another Account' }).click()
  await page.getByLabel('Your name at ListenBrainz').fill('nobody')
  await page.getByRole('button', { name: 'Use ListenBrainz' }).click()
  await expect(page.getByRole('alert')).toContainText('ListenBrainz knows no account of this name.')
  await page.getByLabel('Your name at ListenBrainz').fill('BRAIN')
  await page.getByRole('button', { name: 'Use ListenBrainz' }).click()
  await expect(page.getByText('ListenBrainz: brain')).toBeVisible()
  await expect(page.getByText(/^Fresh as of/)).toBeVisible()

  lastfm.accounts[0] = { name: member.name, tracks, hidesRecent: true }
  await page.getByRole('button', { name: 'Use Another Account' }).click()
  await page.getByLabel('Your name at Last.fm').fill(member.name)
  await page.getByRole('button', { name: 'Use Last.fm' }).click()
  await expect(
    page.getByText('Your profile at Last.fm is private: not all of your listening can be read.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Use Stored Listens' }).click()
  await expect(page.getByText('Listens stored here', { exact: true })).toBeVisible()
})

test.describe('where the server has a shared secret', () => {
  test.use({ settings: { LASTFM_SHARED_SECRET: LASTFM_SECRET } })
  test('on a server with a shared secret a member goes to Last.fm and returns with their account', {
    tag: NIGHTLY,
  }, async ({ page, services: { lastfm, ours } }) => {
    lastfm.accounts.push({ name: 'Really_Ada', tracks, token: 'allowed' })
    lastfm.misbehave = ({ url }) => {
      const name = url.searchParams.get('user')
      if (name !== null && lastfm.accounts.length === 1) lastfm.accounts.push({ name, tracks })
      if (url.pathname !== '/api/auth/') return undefined
      const back = url.searchParams.get('cb') ?? ''
      return { status: 302, headers: { location: `${back}&token=allowed` } }
    }
    const member = await signUp(ours.url)
    await logIn(page, member)
    await page.goto('/settings/listening')
    await page.getByRole('button', { name: 'Use Another Account' }).click()
    // The second one on the screen links a relay.
    await page.getByRole('button', { name: 'Connect with Last.fm' }).first().click()
    await expect(page.getByText('Last.fm: Really_Ada')).toBeVisible()
    await expect(page.getByText('Confirmed as your account.')).toBeVisible()
    await expect(page).toHaveURL('/settings/listening')
    await expect(page.getByText(/^Fresh as of/)).toBeVisible()
  })
})
