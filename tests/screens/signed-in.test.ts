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

test('a prompt to log in leads back to its own screen, also while the next screen loads', async () => {
  const screen = await showScreen('/listens?artist=Ebb', null)
  await screen.contains('Sign Up')
  const seen = new Set<string>()
  const watch = new MutationObserver(() => {
    for (const target of screen.targets()) if (target?.startsWith('/signup')) seen.add(target)
  })
  watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  await screen.press('Log In')
  await screen.waits(() => expect(screen.address()).toBe('/login?next=%2Flistens%3Fartist%3DEbb'))
  await screen.contains('Website password')
  watch.disconnect()
  expect([...seen]).toEqual(['/signup?next=%2Flistens%3Fartist%3DEbb'])
})
