import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const token = { id: 1, name: 'VLC', created_at: '2026-11-24T10:00:00Z', last_used_at: '' }

test('the settings of scrobbling show how many scrobbles were not added, and why', async () => {
  const set_aside = [
    { reason: 'too_long', records: 2 },
    { reason: 'unstorable', records: 1 },
  ]
  host.responds({ 'user/scrobble-tokens': { tokens: [token], set_aside } })
  const screen = await showScreen('/settings/scrobbling', member)
  await screen.shows('Scrobbles that were not added')
  await screen.shows(
    'Skipped: 2 with an artist or a title of more than 500 characters; 1 that this server could not store.',
  )
})

test.each([
  ['none', { tokens: [token], set_aside: [] }],
  ['an earlier version of the server', { tokens: [token] }],
])('the settings of scrobbling show no such heading for %s', async (_, response) => {
  host.responds({ 'user/scrobble-tokens': response })
  const screen = await showScreen('/settings/scrobbling', member)
  await screen.shows('VLC')
  expect(document.body.textContent).not.toContain('not added')
})

test('a followed account shows how many listens were skipped, and why', async () => {
  const account = {
    name: 'ada_lb',
    base_url: '',
    added: 60,
    skipped: [{ reason: 'too_long', records: 1 }],
    is_caught_up: true,
    read_to: '2026-11-24T10:00:00Z',
    read_at: '2026-11-24T10:00:00Z',
    failure: null,
  }
  host.responds({ 'user/followed-account': { takes_address: false, account } })
  const screen = await showScreen('/settings/listening', member)
  await screen.shows('Skipped: 1 with an artist or a title of more than 500 characters.')
})
