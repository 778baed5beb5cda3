import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const settings = { hides_listening: 0, is_private: 0, shares_loved_tracks: 0, hides_from_search: 0 }

test('buttons that the settings would move are not shown while the settings load', async () => {
  host.responds({ 'user/privacy': 'never' })
  const screen = await showScreen('/settings/privacy', member)
  await screen.shows('Loading...')
  expect(screen.buttons()).not.toContain('Download Everything')
})

test('the export and the deletion are below the settings', async () => {
  host.responds({ 'user/privacy': settings })
  const screen = await showScreen('/settings/privacy', member)
  await screen.shows('What others see')
  await screen.shows('Download Everything')
})

test('the export is offered although the settings failed to load', async () => {
  host.responds({ 'user/privacy': 500 })
  const screen = await showScreen('/settings/privacy', member)
  await screen.shows('Failed to load the privacy settings')
  await screen.shows('Download Everything')
})
