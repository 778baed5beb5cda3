import { expect, test, vi } from 'vitest'
import { member, type Responses } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

/**
 * The texts in the spec's sections 2 and 8 in one state: a host that rejects, is slow or has
 * nothing.
 */
interface Case {
  path: string
  host?: Responses
  texts: readonly string[]
}

const forMembers: readonly Case[] = [
  { path: '/dm', host: { 'user/conversations': 'never' }, texts: ['Loading...'] },
  { path: '/dm', host: { 'user/conversations': 400 }, texts: ['Failed to load conversations'] },
  { path: '/dm', host: { 'user/conversations': { conversations: [] } }, texts: ['No conversations yet'] },
  { path: '/artist/1', host: { 'artist/by-id': 'never' }, texts: ['Loading artist…', 'Back to Home'] },
  { path: '/exploration/1', texts: ['Your Current Zone', 'Exploration Ranking', 'Other Explorers'] },
  {
    path: '/exploration/987654',
    host: { 'artist/by-id': 404, 'artist/exploration': 404 },
    texts: ['Artist not found'],
  },
  { path: '/profile/kojiro', host: { 'user/profile?user=kojiro': 'never' }, texts: ['Loading...'] },
  { path: '/profile/kojiro', host: { 'user/profile?user=kojiro': 400 }, texts: ['User not found', 'Back to Friends'] },
  {
    path: '/profile/kojiro',
    host: { 'user/profile?user=kojiro': 403 },
    texts: ['Failed to fetch profile: Forbidden', 'Back to Friends'],
  },
  {
    path: '/profile/kojiro',
    host: { 'user/top-artists': 400, 'user/top-broadcasted-tracks': 400 },
    texts: ['Failed to load top artists', 'Failed to load tracks', 'Follow', 'Message'],
  },
  {
    path: '/profile/kojiro',
    host: { 'user/top-artists': { topArtists: [] }, 'user/top-broadcasted-tracks': { topTracks: [] } },
    texts: ['No top artists found', 'No broadcasted tracks yet'],
  },
  { path: '/profile', texts: ['swag', 'Sign Out'] },
  { path: '/followers/kojiro', host: { 'user/followers': 'never' }, texts: ['Loading...'] },
  { path: '/followers/kojiro', host: { 'user/followers': { followers: [] } }, texts: ['No followers yet'] },
  { path: '/followers/kojiro', host: { 'user/followers': 400 }, texts: ['Failed to load followers'] },
  { path: '/following/kojiro', host: { 'user/following': { following: [] } }, texts: ['Not following anyone yet'] },
  { path: '/following/kojiro', host: { 'user/following': 400 }, texts: ['Failed to load following'] },
  { path: '/search', texts: ['Find Users', 'Enter a username to find their profile'] },
  {
    path: '/search?user=zz',
    host: { 'user/profile?user=zz': 400 },
    texts: ['User not found', 'No user found with that username', 'Try entering a more complete username'],
  },
  { path: '/search?user=zy', host: { 'user/profile?user=zy': 403 }, texts: ['Failed to search user'] },
  { path: '/search?user=kojiro', texts: ['kojiro', 'View Profile'] },
  {
    path: '/dm/kojiro',
    host: { 'user/direct-messages': { directMessages: [] } },
    texts: ['@kojiro', 'No messages yet. Start the conversation!'],
  },
  { path: '/dm/kojiro', host: { 'user/direct-messages': 400 }, texts: ['Failed to load messages', 'Back to Feed'] },
  { path: '/dm/%20', texts: ['User not found.'] },
  { path: '/friends', texts: ["You're in the same boat!", 'Friends with similar music taste to you'] },
]

const forVisitors: readonly Case[] = [
  { path: '/profile', texts: ['Log in to see your profile data!', 'Log In'] },
  { path: '/dm/kojiro', texts: ['Please log in to view messages.'] },
  { path: '/track-swap-entry', texts: ['Please log in to continue', 'Log In'] },
  { path: '/track-swap-history', texts: ['Please log in to view your track swaps'] },
]

for (const [name, cases] of [
  [member, forMembers],
  [null, forVisitors],
] as const)
  for (const { path, host: responses = {}, texts } of cases)
    test(`${path} shows ${name === null ? 'a visitor' : 'a member'} '${texts.join("', '")}' (${JSON.stringify(responses)})`, async () => {
      host.responds(responses)
      const screen = await showScreen(path, name)
      for (const text of texts) await screen.shows(text)
    })

test('a message that is rejected shows that it failed, and stays with its words', async () => {
  host.responds({ 'user/direct-messages': { directMessages: [] }, 'send-direct-message': 400 })
  const screen = await showScreen('/dm/kojiro', member)
  await screen.enters('Type a message...', 'these words')
  await screen.contains('Failed to send message')
  await screen.shows('Back to Feed')
  // The log renders no rows without a layout.
  await screen.press('Show')
  await screen.shows('these words')
})

test('a follow that is rejected is logged and shows as not following', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  host.responds({ 'user/follow?': 400, 'user/following': { following: [] } })
  const screen = await showScreen('/profile/kojiro', member)
  await screen.press('Follow')
  await screen.contains('Failed to follow user')
  await screen.shows('Follow')
  expect(warn.mock.calls.flat().join(' ')).toContain('accounts.setFollow')
})

test('a profile whose following cannot be read shows as not following', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  host.responds({ 'user/following': 400 })
  const screen = await showScreen('/profile/kojiro', member)
  await screen.shows('Follow')
  await vi.waitFor(() => expect(warn.mock.calls.flat().join(' ')).toContain('Failed to fetch following status'))
})
