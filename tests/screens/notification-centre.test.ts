import { expect, onTestFinished, test, vi } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const row = (id: number, kind: string, more: object = {}) => ({
  id,
  kind,
  username: 'kojiro',
  pfpsm: '',
  relatedid: null,
  subject: '',
  timestamp: '2026-11-25T08:00:00.000Z',
  unread: false,
  ...more,
})
const status = { viewer: member, newest_broadcast: null, unread_messages: 0, swaps_waiting: 0 }

test('the bell in the feed shows the number of unseen entries and opens the notification centre', async () => {
  host.responds({
    'user/status': { ...status, unread_activity: 3 },
    'user/activity': { activity: [row(1, 'follow')], unread: 3 },
  })
  const screen = await showScreen('/', member)
  await screen.press('Notifications, 3 new')
  await screen.contains('kojiro follows you.')
  expect(screen.address()).toBe('/activity')
})

test('a host without activity has no bell', async () => {
  host.responds({ 'user/status': status })
  const screen = await showScreen('/', member)
  await screen.press('Messages')
  expect(screen.links()).not.toContain('Notifications')
})

test('without a status, as offline, the bell shows for a member with stored activity', async () => {
  host.responds({ 'user/activity': { activity: [row(1, 'follow')], unread: 0 } })
  const screen = await showScreen('/activity', member)
  await screen.contains('kojiro follows you.')
  await screen.press('Back')
  await screen.press('Notifications')
  expect(screen.address()).toBe('/activity')
})

test('entries are listed by age, and each kind links to its subject', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  host.responds({
    'user/activity': {
      activity: [
        row(6, 'like', { relatedid: 4, subject: 'Night Bus', count: 12 }),
        row(5, 'reply', { relatedid: 7, subject: 'so true' }),
        row(4, 'mention', { relatedid: 8, subject: 'hear this' }),
        row(3, 'weekly_report', { subject: '2026-W47', timestamp: '2026-11-23T08:00:00.000Z' }),
        row(2, 'of a newer server', { subject: 'waved at you', timestamp: '2026-11-02T08:00:00.000Z' }),
      ],
      unread: 0,
    },
  })
  const screen = await showScreen('/activity', member)
  await screen.shows('Today')
  await screen.shows('This week')
  await screen.shows('Earlier')
  await screen.contains('kojiro and 11 others liked your broadcast: Night Bus')
  await screen.contains('kojiro waved at you')
  await screen.contains('Your week in music is here.')
  expect(screen.targets()).toEqual(
    expect.arrayContaining([
      '/broadcast/4',
      '/broadcast/7',
      '/broadcast/8',
      '/listening?period=2026-W47',
      '/profile/kojiro',
    ]),
  )
})

test('the list is narrowed to mentions, swaps or likes', async () => {
  host.responds({
    'user/activity': {
      activity: [
        row(3, 'like', { relatedid: 4, subject: 'Night Bus' }),
        row(2, 'reply', { relatedid: 7, subject: 'so true' }),
        row(1, 'of a newer server', { subject: 'waved at you' }),
      ],
      unread: 0,
    },
  })
  const screen = await showScreen('/activity', member)
  await screen.contains('waved at you')
  await screen.press('Mentions')
  expect([screen.text().includes('so true'), screen.text().includes('Night Bus')]).toEqual([true, false])
  await screen.press('Likes')
  expect([screen.text().includes('so true'), screen.text().includes('Night Bus')]).toEqual([false, true])
  await screen.press('Swaps')
  await screen.shows('None of these')
  await screen.press('All')
  await screen.contains('waved at you')
})

test('a sign-out right after reading does not ask about the mark that the app itself has queued', async () => {
  host.responds({
    'user/activity': { activity: [row(1, 'follow', { unread: true })], unread: 1 },
    'user/mark-activity-read': 'never',
  })
  const screen = await showScreen('/activity', member)
  await screen.contains('kojiro follows you.')
  await screen.waits(() => expect(host.requests('user/mark-activity-read')).not.toEqual([]))
  await screen.press('Profile')
  await screen.press('Sign Out')
  expect(screen.buttons()).not.toContain('Keep and sign out')
})
