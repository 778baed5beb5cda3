import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

test('a share without a profile is rejected before it is sent', async () => {
  host.responds({ [`user/profile?user=${member}`]: { userProfile: [] } })
  const screen = await showScreen('/broadcast-track', member)
  await screen.press(/Night Bus/)
  await screen.press('+ Post Track')
  await screen.shows('User profile not found. Please try logging in again.')
  expect(screen.address()).toBe('/broadcast-track')
})
