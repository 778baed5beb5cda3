import { expect, test } from 'vitest'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const instance = { name: 'Vinyl Corner', sign_up: 'open', members: 3 }

test.each([
  ['version and commit', { version: '1.2.3', commit: '968d0cbaf1234567890' }, 'Flipside 1.2.3, commit 968d0cbaf123'],
  ['the version of a copy without git', { version: '1.2.3', commit: 'unknown' }, 'Flipside 1.2.3'],
])('the page about a server shows %s', async (_, program, text) => {
  host.responds({ instance: { ...instance, ...program } })
  const screen = await showScreen('/about', null)
  await screen.shows(text)
})

test('the page about a server that names no version shows none', async () => {
  host.responds({ instance })
  const screen = await showScreen('/about', null)
  await screen.contains('Vinyl Corner')
  expect(document.body.textContent).not.toContain('Flipside 1')
})
