import { expect, test } from 'vitest'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const AT = '2026-11-25T08:12:00.000Z'
const report = {
  id: 4,
  reporter: 'bo',
  reported: 'kojiro',
  is_suspended: false,
  reason: 'An advertisement',
  relatedtype: 'Broadcast',
  relatedid: 7,
  quote: 'Buy this',
  within: null,
  content: 'hidden',
  others_open: 0,
  timestamp: AT,
  closed_at: AT,
  closed_by: 'ada',
  outcome: 'broadcast_hidden',
}

const listParameters = (begin: string) =>
  host.requests(begin).map(({ address }) => {
    const { client_id: _, ...sent } = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
    return sent
  })

test.each([
  ['broadcast', 'closed', { relatedtype: 'Broadcast' }],
  ['broadcast', 'open', { relatedtype: 'Broadcast', closed_at: '' }],
  ['reply', 'closed', { relatedtype: 'Reply' }],
])('a hidden %s is shown again from its %s report', async (name, _, fields) => {
  host.responds({
    'admin/reports': { open: 0, reports: [{ ...report, ...fields }] },
    [`admin/hide-${name}`]: { success: true },
  })
  const screen = await showScreen('/admin?show=all', member)
  await screen.contains('· hidden')
  await screen.press('Show Again')
  await screen.shows(`Show the ${name} again?`)
  host.responds({ 'admin/reports': { open: 0, reports: [{ ...report, ...fields, content: 'visible' }] } })
  await perform(() => document.querySelector<HTMLElement>('dialog [type=submit]')?.click())
  await screen.hides(`Show the ${name} again?`)
  await screen.waits(() => expect(screen.buttons()).not.toContain('Show Again'))
  expect(listParameters(`admin/hide-${name}`)).toEqual([{ id: '7', is_hidden: 'false', report: '4' }])
})

test('saving the settings sends only what was edited, after another admin has changed them', async () => {
  const instance = { name: 'Vinyl', about: '', rules: 'Be kind.', privacy: '', contact: '', sign_up: 'open' }
  const settings = (changed: object) => ({ instance: { ...instance, members_invite: true, members: 3, ...changed } })
  host.responds({
    ...settings({}),
    'admin/instance': { strangers_per_day: 10 },
    'admin/edit-instance': { success: true },
  })
  const screen = await showScreen('/admin/instance', member)
  await screen.getField('Rules')
  host.responds(settings({ rules: 'No spoilers.' }))
  await screen.refresh()
  await screen.waits(() => expect(host.requests('instance')).toHaveLength(2))
  await screen.types('Name', ' Corner')
  host.responds(settings({ rules: 'No spoilers.', name: 'Vinyl Corner' }))
  await screen.press('Save')
  await screen.waits(() => expect(host.requests('admin/edit-instance')).not.toEqual([]))
  expect(listParameters('admin/edit-instance')).toEqual([{ name: 'Vinyl Corner' }])
})
