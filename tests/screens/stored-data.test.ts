import { expect, test } from 'vitest'
import { DOWNLOAD_KEY } from '#src/downloads/download.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const post = { id: 7, user: 'bo', type: 'Track', title: 'x'.repeat(150_000), timestamp: '2026-11-25T08:12:00.000Z' }

test('an interrupted download is measured: what the settings count is what is stored', async () => {
  // The download requests older pages, too.
  host.responds({ [`get-broadcasts?current_user=${member}&limit=50`]: { broadcasts: [post] } })
  const feed = await showScreen('/', member)
  await feed.contains('xxx')
  const settings = await showScreen('/settings/device', member)
  await settings.contains('1 broadcast')
  await settings.shows('Not everything is downloaded yet.')
  await settings.waits(() => expect(document.body.textContent).toMatch(/[1-9]\d+ kB of 50 MB/))
})

test('a complete download is named with its time', async () => {
  const settings = await showScreen('/settings/device', member)
  await settings.shows('Not everything is downloaded yet.')
  await perform(() => {
    settings.client.setQueryData(DOWNLOAD_KEY, { at: Date.now() - 5 * 60_000, bytes: 1, isComplete: true })
  })
  await settings.hides('Not everything is downloaded yet.')
  await settings.contains('B of 50 MB · ')
})
