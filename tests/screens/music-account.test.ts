import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const READ = 'user/music-account'
const byName = { service: 'listenbrainz', title: 'ListenBrainz', takes_address: false, connects: false }

test('a canceled choice of a music account returns the focus to the button that opened it', async () => {
  host.responds({ [READ]: { account: null, services: [byName] } })
  const screen = await showScreen('/settings/listening', member)
  await screen.press('Use a Music Account')
  await screen.press('Cancel')
  await screen.waits(() => expect(document.activeElement?.textContent).toBe('Use a Music Account'))
})
