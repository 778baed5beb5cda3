import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const SENDING = 'send-direct-message'
const status = {
  viewer: member,
  newest_broadcast: 1,
  unread_messages: 0,
  swaps_waiting: 0,
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}
const conversation = { 'user/status': status, 'user/direct-messages': { directMessages: [] } }
const busy = (retryAfter: string) => ({
  status: 503,
  json: { error: 'Back soon.' },
  headers: { 'retry-after': retryAfter },
})

/** Opens a conversation, sends texts, and opens the list of unsent actions. */
async function listAfterSending(...texts: string[]) {
  const screen = await showScreen('/dm/kojiro', member)
  for (const text of texts) {
    await screen.enters('Type a message', text)
    const field = await screen.getField('Type a message')
    await screen.waits(() => expect(field.value).toBe('')) // it is stored
  }
  await screen.waits(() => expect(host.requests(SENDING)).toHaveLength(1))
  return showScreen('/outbox', member)
}

const count = (words: string) => document.body.textContent.split(words).length - 1

test('the list states until when the server demands to wait, and that those behind it wait too', async () => {
  host.responds({ ...conversation, [SENDING]: busy('3600') })
  const list = await listAfterSending('first', 'second')
  await list.waits(() => expect(count('The server asks to wait until')).toBe(2))
  expect(count('tried once a minute')).toBe(2)
  expect(list.buttons().filter((name) => name === 'Send Now')).toHaveLength(1)
  expect(host.requests(SENDING)).toHaveLength(1)
})

test('Send Now makes one attempt with the same client_id, and sends what is behind it once it succeeds', async () => {
  host.responds({ ...conversation, [SENDING]: busy('3600') })
  const list = await listAfterSending('first', 'second')
  for (const attempts of [2, 3]) {
    await list.press('Send Now')
    await list.waits(() => expect(host.requests(SENDING)).toHaveLength(attempts))
    await list.contains('The server asks to wait until')
  }
  const idOf = ({ address }: { address: string }) => new URLSearchParams(address.split('?')[1]).get('client_id')
  expect(new Set(host.requests(SENDING).map(idOf)).size).toBe(1)
  host.responds({ [SENDING]: { success: true, id: 8 } })
  await list.press('Send Now')
  await list.shows('Everything has been sent.')
  expect(host.requests(SENDING)).toHaveLength(5)
})

test('the strip leads to the list of unsent actions from other screens only', async () => {
  host.responds({ ...conversation, [SENDING]: busy('3600') })
  const list = await listAfterSending('first')
  await list.contains('The server asks to wait until')
  await list.contains('1 action')
  expect(list.links()).not.toContain('Show')
  const swaps = await showScreen('/track-swap-entry', member)
  await swaps.waits(() => expect(swaps.links()).toContain('Show'))
})
