import { expect, test } from 'vitest'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const ME = 'ada'
const row = { conversant: 'kojiro', lastconversation: '2026-11-25T08:12:00.000Z', unread: 1 }

test('Back returns to the list that a conversation was opened from', async () => {
  host.responds({ 'user/conversations': { conversations: [row] } })
  const screen = await showScreen('/dm', ME)
  await screen.contains('kojiro')
  await screen.press(/kojiro/)
  await screen.waits(() => expect(screen.address()).toBe('/dm/kojiro'))
  await screen.press('Back')
  await screen.waits(() => expect(screen.address()).toBe('/dm'))
})

test('after a direct visit Back leads where the screen belongs', async () => {
  const screen = await showScreen('/artist/1', ME)
  expect(screen.targets()).toContain('/profile')
  await screen.press('Back to Profile')
  await screen.waits(() => expect(screen.address()).toBe('/profile'))
})
