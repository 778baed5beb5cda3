import type { Page } from '@playwright/test'
import { outboxDatabase } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  broadcast,
  fillLogIn,
  isReadyForOffline,
  logIn,
  signUp,
  signUpWithListens,
  storedTexts,
} from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const LASTFM = 'https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry'
const DEEZER = 'https://www.deezer.com/track/3135556'
const toShare = (text: string) => `/share?${new URLSearchParams({ text })}`

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Waits until the link that is open is stored: a navigation could prevent that. */
const isSaved = (page: Page) => expect(page.getByText('Saved on this device until you')).toBeVisible()
const saved = (page: Page) => page.getByRole('heading', { name: 'Saved on this device' })

test('a shared link becomes a broadcast of a track without a play', async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.goto(`/share?${new URLSearchParams({ title: 'On Last.fm', text: `Listen: ${LASTFM}` })}`)
  await expect(field(page, 'Artist')).toHaveValue('Nine Rooms')
  await field(page, 'Title').fill('Slow Ferry (Live)')
  await button(page, 'Broadcast').click()
  await expect(page).toHaveURL(/broadcast-track/)
  await field(page, 'Caption').fill('shared in from elsewhere')
  await button(page, '+ Post Track').click()
  await expect(broadcast(page, 'shared in from elsewhere')).toContainText('Slow Ferry (Live)')
  // Posted, it is not saved any more.
  await page.goto('/share')
  await expect(page.getByText('Links that you paste, or share from another app, are saved until')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Slow Ferry' })).toHaveCount(0)
})

test('a visitor logs in first, and the shared link is still there', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUp(server.url)
  await page.goto(`/share?${new URLSearchParams({ text: `${LASTFM} ${'word '.repeat(700)}` })}`)
  await page.getByRole('link', { name: 'Log In' }).click()
  await fillLogIn(page, member.name, member.password)
  await button(page, 'Log In').click()
  await expect(field(page, 'Title')).toHaveValue('Slow Ferry')
})

test('offline a shared link opens, is saved, and is broadcast when the connection returns', {
  tag: WITH_WORKER,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await isReadyForOffline(page)
  await page.goto('/broadcast-track') // its tracks and its code are on the device
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.goto(toShare(`Check out "Slow Ferry" by Nine Rooms on @Deezer ${DEEZER}`))
  await expect(field(page, 'Artist')).toHaveValue('Nine Rooms')
  await expect(page.getByText('Saved on this device until you')).toBeVisible()
  await page.goto('/share')
  await page.getByRole('link', { name: 'Slow Ferry' }).click()
  await button(page, 'Broadcast').click()
  await field(page, 'Caption').fill('out of a tunnel')
  await button(page, '+ Post Track').click()
  await expect(broadcast(page, 'out of a tunnel')).toBeVisible()
  await page.context().setOffline(false)
  const rows = () => server.query("select 1 from broadcasts where title = 'out of a tunnel'")
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(1)
})

test('a link without names is looked up when the connection returns', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUp(server.url))
  await isReadyForOffline(page)
  await page.goto('/share') // its code is on the device
  await expect(field(page, 'Paste a link')).toBeVisible()
  await page.context().setOffline(true)
  await page.goto(toShare(DEEZER))
  await expect(page.getByText('The link is looked up when you are back online.')).toBeVisible()
  await page.context().setOffline(false)
  // The test's server looks nothing up.
  await expect(page.getByText('This server does not look links up.')).toBeVisible({ timeout: 30_000 })
})

test('a link of 100 kB, an unknown host and a script open the screen and are saved', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await isReadyForOffline(page)
  await page.goto(toShare(`${LASTFM} ${'x'.repeat(100_000)}`))
  await expect(field(page, 'Title')).toHaveValue('Slow Ferry')
  await expect(page.getByText('only its beginning was read')).toBeVisible()
  await isSaved(page)
  await page.goto(toShare('https://example.com/<script>alert(1)</script>'))
  await expect(page.getByRole('alert')).toContainText('Flipside reads links of Spotify')
  await isSaved(page)
  await page.goto(`/share?${new URLSearchParams({ title: '<img src=x onerror=alert(1)>' })}`)
  await expect(page.getByRole('alert')).toContainText('There is no link in this text.')
  await isSaved(page)
  await page.goto('/share')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(3)
  await page.getByRole('button', { name: /^Delete Slow Ferry/ }).click()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(2)
})

test('saved links are deleted at the sign-out', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto(toShare(LASTFM))
  await expect(page.getByText('Saved on this device until you')).toBeVisible()
  expect(await storedTexts(page, outboxDatabase(member.name))).toContain('Slow+Ferry')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain(outboxDatabase(member.name))
})

test('a link pasted into the forms of a broadcast and a swap becomes their track', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/broadcast-track')
  await page.getByRole('combobox').fill(LASTFM)
  await button(page, 'Use this track').click()
  await expect(page.getByRole('option', { name: /Slow Ferry/ })).toHaveAttribute('aria-selected', 'true')

  const own = page.getByRole('option').nth(1)
  const [title = '', artist = ''] = (await own.innerText()).split('\n').map((line) => line.split(' · ')[0] ?? '')
  await page.goto('/track-swap')
  const encode = (name: string) => encodeURIComponent(name).replaceAll('%20', '+')
  await page.getByRole('combobox').fill(LASTFM)
  await button(page, 'Use this track').click()
  await expect(page.getByRole('alert')).toContainText(
    'A Track Swap takes tracks that you played in the last 12 months.',
  )
  await page.getByRole('combobox').fill(`https://www.last.fm/music/${encode(artist)}/_/${encode(title)}`)
  await button(page, 'Use this track').click()
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute('aria-selected', 'true')
  await expect(button(page, 'Send Swap')).toBeEnabled()
})
