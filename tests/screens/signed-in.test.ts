import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

test.each(['/login', '/signup'])('%s tells a signed-in member so, and leads on', async (path) => {
  const screen = await showScreen(path, member)
  await screen.contains(`You are logged in as ${member}`)
  await screen.press('Continue')
  await expect.poll(screen.address).toBe('/')
})

test.each(['/login', '/signup'])('%s says nothing to a visitor', async (path) => {
  host.responds({ 'user/status': 500 })
  const screen = await showScreen(path, null)
  await screen.getField('Music account username')
  expect(screen.text()).not.toContain('logged in')
})
