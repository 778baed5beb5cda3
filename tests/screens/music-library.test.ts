import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const library = {
  address: 'https://music.example',
  account: 'ada',
  name: 'navidrome 0.53',
  is_stopped: false,
  failure: null,
  songs: 1204,
  matched: 1,
  matched_at: '2026-11-26T10:00:00Z',
  is_matching: false,
}
const READ = 'user/music-library'
const show = (more: object | null) => {
  host.responds({
    [READ]: { is_offered: true, library: more && { ...library, ...more } },
    'user/link-music-library': { success: true },
    'user/match-music-library': { success: true },
    'user/unlink-music-library': { success: true },
  })
  return showScreen('/settings/music-library', member)
}

test('a library is linked by address, account and password, which then leaves the screen', async () => {
  const screen = await show(null)
  await screen.types('Address', 'https://music.example')
  await screen.types('Account', 'ada')
  expect(screen.buttons()).toContain('Link Library')
  await screen.types('Password or API key', 'secret')
  host.responds({ [READ]: { is_offered: true, library } })
  await screen.press('Link Library')
  await screen.shows('1 track known here, of 1,204 songs in your library.')
  const [sent] = host.requests('user/link-music-library')
  expect(sent?.address).toBe(
    'user/link-music-library?user=ada&address=https%3A%2F%2Fmusic.example&account=ada&password=secret',
  )
  expect(sent?.address).not.toContain('client_id')
  expect(screen.values()).not.toContain('secret')
})

test.each([
  [
    { status: 409, json: { error: 'Incorrect account or password.', code: 'library_refuses' } },
    'Incorrect account or password.',
  ],
  [500, 'The change was not made. The server has a problem. Try again later.'],
  ['cut', 'The server cannot be reached. Please try again later.'],
] as const)('a failure %j of linking is stated, and what was typed stays', async (responds, sentence) => {
  const screen = await show(null)
  await screen.types('Address', 'music.example')
  await screen.types('Account', 'ada')
  await screen.types('Password or API key', 'x')
  host.responds({ 'user/link-music-library': responds })
  await screen.press('Link Library')
  await screen.shows(sentence)
  expect(screen.values()).toEqual(expect.arrayContaining(['music.example', 'ada', 'x']))
})

test('a library that has stopped says why, and is linked again by the password alone', async () => {
  const failure = { code: 'library_refuses', sentence: 'Your library rejects the account.', at: '2026-11-26T11:00:00Z' }
  const screen = await show({ is_stopped: true, failure })
  await screen.shows('Your library rejects the account.')
  await screen.shows('Stopped. Link it again below.')
  expect(screen.buttons()).not.toContain('Match Again')
  await screen.types('Password or API key', 'new')
  await screen.press('Link Library')
  await screen.waits(() => expect(host.requests('user/link-music-library')).toHaveLength(1))
  expect(host.requests('user/link-music-library')[0]?.address).toContain('account=ada&password=new')
})

test('a library is matched again, and unlinked after a confirmation', async () => {
  const screen = await show({})
  await screen.press('Match Again')
  await screen.waits(() => expect(host.requests('user/match-music-library')).toHaveLength(1))
  host.responds({ [READ]: { is_offered: true, library: { ...library, is_matching: true } } })
  await screen.refresh()
  await screen.shows('Reading your library...')
  await screen.press('Unlink the library')
  await screen.shows('Unlink your library?')
  expect(host.requests('user/unlink-music-library')).toEqual([])
  host.responds({ [READ]: { is_offered: true, library: null } })
  await screen.press('Unlink')
  await screen.shows('Link Library')
})

test('all screens are read again once a library has been matched', async () => {
  const screen = await show({ is_matching: true })
  await screen.shows('Reading your library...')
  host.responds({ [READ]: { is_offered: true, library } })
  await screen.refresh()
  // By the refresh, and once more with everything that is shown.
  await screen.waits(() => expect(host.requests(READ)).toHaveLength(3))
})

test.each([
  [{ is_offered: false, library: null }, 'This server plays no music libraries.'],
  [404, 'This server plays no music libraries.'],
  [{ status: 400, json: { error: 'No such member.' } }, 'Failed to load your music library'],
  [500, 'Failed to load your music library'],
])('the response %j is explained', async (response, text) => {
  host.responds({ [READ]: response })
  const screen = await showScreen('/settings/music-library', member)
  await screen.contains(text)
})

test('a server that never responds leaves the screen with its title', async () => {
  host.responds({ [READ]: 'never' })
  const screen = await showScreen('/settings/music-library', member)
  await screen.shows('Music library')
  expect(screen.text()).not.toContain('Link Library')
})

test('the amount of stored songs is chosen, also an own one', async () => {
  const screen = await show({})
  await screen.shows('0 songs stored, 0 MB')
  await screen.press('1 GB')
  await screen.shows('0 songs stored, 0 MB of 1,000 MB')
  await screen.press('Own amount')
  await screen.types('Megabytes', '0')
  await screen.shows('Enter a number from 1 to 50,000.')
  await screen.press('Off')
  await screen.shows('0 songs stored, 0 MB')
})
