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

test('the closed report of an admin with a deleted account names a former member', async () => {
  host.responds({ 'admin/reports': { open: 0, reports: [{ ...report, closed_by: '' }] } })
  const screen = await showScreen('/admin?show=all', member)
  await screen.shows('Broadcast hidden by a former member')
})

test('the record of a member names a former member for measures of a deleted account', async () => {
  const entry = { id: 1, text: 'Be kind.', by: '', timestamp: AT }
  host.responds({
    'admin/member': {
      username: 'kojiro',
      pfpmed: '',
      joined_at: AT,
      last_seen_at: AT,
      is_admin: false,
      is_last_admin: false,
      broadcasts: 0,
      sessions: 0,
      passkeys: 0,
      has_identity: false,
      invited_by: '',
      suspension: { reason: 'spam', until: '', by: '', since: AT },
      warnings: [{ ...entry, confirmed_at: AT }],
      notes: [{ ...entry, by: 'ada' }],
      reports_about: 0,
      reports_open: 0,
      reports_made: 0,
    },
    'admin/audit-log': { entries: [] },
  })
  const screen = await showScreen('/admin/members/kojiro', member)
  await screen.contains(/By a former member, /)
  await screen.contains(/A former member, .* · confirmed/)
  expect(screen.text()).not.toMatch(/command line/i)
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
