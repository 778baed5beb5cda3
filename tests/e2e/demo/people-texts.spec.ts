import type { Page, Route } from '@playwright/test'
import { logIn, signUp, signUpWithListens } from '../support/people.ts'
import { field } from '../support/talk.ts'
import { expect, test } from '../support/world.ts'

/** What the spec's sections 2 and 8 have these screens say, each in its state: a host that refuses, is slow or has nothing. */
interface Case {
  path: string
  /** What is asked for, and its answer: a status refuses, 'never' is slow. */
  host?: Readonly<Record<string, number | 'never' | object>>
  /** Pressed before it is looked at. */
  press?: RegExp
  says: readonly string[]
}

const answer = (given: number | 'never' | object) => (route: Route) => {
  if (given === 'never') return
  return typeof given === 'number' ? route.fulfill({ status: given, json: {} }) : route.fulfill({ json: given })
}

async function provoke(page: Page, { path, host = {}, press, says }: Case): Promise<void> {
  for (const [call, given] of Object.entries(host)) await page.route(`**/api/${call}*`, answer(given))
  await page.goto(path)
  if (press) await page.getByRole('button', { name: press }).click()
  for (const text of says) await expect(page.getByText(text, { exact: true }).first(), `${path}: ${text}`).toBeVisible()
  // What is still held must not reach this page: its answer would be kept.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** What is stored is shown in place of an error: a refusal stands before what is answered. */
const forMembers: readonly Case[] = [
  { path: '/', host: { 'user/conversations': 'never' }, press: /^Messages/, says: ['Loading...'] },
  { path: '/', host: { 'user/conversations': 400 }, press: /^Messages/, says: ['Failed to load conversations'] },
  {
    path: '/',
    host: { 'user/conversations': { conversations: [] } },
    press: /^Messages/,
    says: ['No conversations yet'],
  },
  { path: '/artist/1', host: { 'artist/by-id': 'never' }, says: ['Loading artist…', 'Back to Home'] },
  { path: '/exploration/1', says: ['Your Current Zone', 'Exploration Ranking', 'Other Explorers'] },
  { path: '/exploration/987654', says: ['Artist not found'] },
  { path: '/profile/kojiro', host: { 'user/profile?user=kojiro': 'never' }, says: ['Loading...'] },
  {
    path: '/profile/kojiro',
    host: { 'user/profile?user=kojiro': 400 },
    says: ['User not found', 'Back to Friends'],
  },
  {
    path: '/profile/ofelia',
    host: { 'user/profile?user=ofelia': 403 },
    says: ['Failed to fetch profile: Forbidden', 'Back to Friends'],
  },
  {
    path: '/profile/ofelia',
    host: { 'user/top-artists': 400, 'user/top-broadcasted-tracks': 400 },
    says: ['Failed to load top artists', 'Failed to load tracks', 'Follow', 'Message'],
  },
  {
    path: '/profile/mirelle',
    host: { 'user/top-artists': { topArtists: [] }, 'user/top-broadcasted-tracks': { topTracks: [] } },
    says: ['No top artists found', 'No broadcasted tracks yet'],
  },
  { path: '/profile', says: ['swag', 'Sign Out'] },
  { path: '/followers/kojiro', host: { 'user/followers': 'never' }, says: ['Loading...'] },
  { path: '/followers/kojiro', host: { 'user/followers': { followers: [] } }, says: ['No followers yet'] },
  { path: '/followers/una', host: { 'user/followers': 400 }, says: ['Failed to load followers'] },
  { path: '/following/kojiro', host: { 'user/following': { following: [] } }, says: ['Not following anyone yet'] },
  { path: '/following/una', host: { 'user/following': 400 }, says: ['Failed to load following'] },
  { path: '/search', says: ['Find Users', 'Enter a username to find their profile'] },
  {
    path: '/search?user=zz',
    host: { 'user/profile?user=zz': 400 },
    says: ['User not found', 'No user found with that username', 'Try entering a more complete username'],
  },
  { path: '/search?user=zy', host: { 'user/profile?user=zy': 403 }, says: ['Failed to search user'] },
  { path: '/search?user=mirelle', says: ['mirelle', 'View Profile'] },
  {
    path: '/dm/kojiro',
    host: { 'user/direct-messages': { directMessages: [] } },
    says: ['@kojiro', 'No messages yet. Start the conversation!'],
  },
  { path: '/dm/mirelle', host: { 'user/direct-messages': 400 }, says: ['Failed to load messages', 'Back to Feed'] },
  { path: '/dm/%20', says: ['User not found.'] },
  { path: '/friends', says: ["You're in the same boat!", 'Friends with similar music taste to you'] },
]

const forVisitors: readonly Case[] = [
  { path: '/profile', says: ['Log in to see your profile data!', 'Log In'] },
  { path: '/dm/kojiro', says: ['Please log in to view messages.'] },
]

test('a member is told every text of these screens in its state', async ({ page, server }) => {
  test.slow()
  await logIn(page, await signUpWithListens(server.url))
  for (const it of forMembers) await provoke(page, it)
  await page.goto('/dm/kojiro')
  await expect(page.getByPlaceholder('Type a message...')).toBeVisible()
})

test('a visitor is asked to log in', async ({ page }) => {
  for (const it of forVisitors) await provoke(page, it)
})

test('a refused message is said to have failed, keeps its words, and leaves a way back', async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.context().route('**/api/send-direct-message*', answer(400))
  await page.goto(`/dm/${bo.name}`)
  await field(page).fill('these words')
  await field(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send message' })).toBeVisible()
  await expect(page.getByRole('log')).toContainText('these words')
  await expect(page.getByRole('link', { name: 'Back to Feed' })).toBeVisible()
})

test('a refused follow is logged and shows as not following', async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await page.context().route('**/api/user/follow?*', answer(400))
  await page.goto(`/profile/${bo.name}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect.poll(() => lines.join('\n')).toContain('accounts.follow')
  await expect(page.getByText('Failed to follow user').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await page.route('**/api/user/following*', answer(400))
  await page.goto('/profile/kojiro')
  await expect.poll(() => lines.join('\n')).toContain('Failed to fetch following status')
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
})
