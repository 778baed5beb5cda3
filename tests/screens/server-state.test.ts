import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const PATH = '/admin/server'
const AT = '2026-11-25T08:12:00.000Z'
const state = {
  version: '1.0.0',
  commit: '7a8b16fc0123456789',
  started_at: AT,
  database: {
    version: '18.1',
    bytes: 123_456_789,
    migration: 71,
    migration_name: 'server-failures',
    migrated_at: AT,
  },
  queues: [],
  failed_jobs: [],
  backup: { completed_at: '', failed_at: '', is_overdue: false },
  disk: null,
  is_mail_configured: false,
  mails: [],
  pushes: [],
  relays: [],
  limited: [],
  slow_statements: [],
}
const mail = { name: 'mail', waiting: 1200, running: 2, failed: 3, oldest_seconds: 7200 }
const job = { id: 'a', queue: 'mail', runs: 31, failed_at: AT, reason: 'ECONNREFUSED' }

test('a new server has nothing queued, no backup and no slow statement', async () => {
  host.responds({ 'admin/server': state })
  const screen = await showScreen(PATH, member)
  await screen.shows('Nothing is queued, and no job has failed.')
  await screen.shows('1.0.0, 7a8b16fc0123')
  await screen.shows('Since the process started')
  await screen.shows('PostgreSQL 18.1, 123 MB')
  await screen.shows('none known')
  await screen.shows('unknown')
  await screen.shows('no SMTP server is set')
  await screen.shows('None.')
  expect(screen.buttons()).not.toContain('Retry')
})

test('failed jobs are listed with their reason and retried by queue', async () => {
  host.responds({
    'admin/server': { ...state, queues: [mail], failed_jobs: [job] },
    'admin/retry-jobs': { success: true },
  })
  const screen = await showScreen(PATH, member)
  await screen.shows('1,200 waiting, 2 running, due for 2 h')
  await screen.shows('3 failed')
  await screen.shows('ECONNREFUSED')
  host.responds({ 'admin/server': { ...state, queues: [{ ...mail, failed: 0 }] } })
  await screen.press('Retry')
  await screen.hides('3 failed')
  expect(
    host.requests('admin/retry-jobs').map(({ address }) => new URLSearchParams(address.split('?')[1]).get('queue')),
  ).toEqual(['mail'])
})

test.each([[500], ['page'], [429]] as const)(
  'a retry that fails with %s says so and leaves the list',
  async (failure) => {
    host.responds({ 'admin/server': { ...state, queues: [mail] }, 'admin/retry-jobs': failure })
    const screen = await showScreen(PATH, member)
    await screen.press('Retry')
    await screen.waits(() => expect(document.querySelector('[role=alert]')?.textContent).not.toBe(''))
    await screen.waits(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    await screen.shows('3 failed')
  },
)

test('an overdue backup, a full count and a slow statement are shown', async () => {
  host.responds({
    'admin/server': {
      ...state,
      backup: { completed_at: AT, failed_at: AT, is_overdue: true },
      disk: { free_bytes: 12_300_000_000, total_bytes: 250_000_000_000 },
      is_mail_configured: true,
      mails: [
        { name: 'sent', count: 1234 },
        { name: 'failed', count: 2 },
      ],
      limited: [{ name: '/api/login', count: 7 }],
      slow_statements: [{ statement: 'select from listens', count: 2, longest_ms: 1500, last_at: AT }],
    },
  })
  const screen = await showScreen(PATH, member)
  await screen.shows('The last backup failed, or is older than 26 hours.')
  await screen.shows('12.3 GB free of 250 GB')
  await screen.shows('1,234 sent, 2 failed')
  await screen.shows('7 /api/login')
  await screen.shows('select from listens')
  await screen.contains('1,500 ms at most, 2 times')
})

test('a member without admin rights reads the reason of the refusal, and can leave', async () => {
  host.responds({ 'admin/server': { status: 403, json: { error: 'Only admins may do this.' } } })
  const screen = await showScreen(PATH, member)
  await screen.shows('Only admins may do this.')
  expect(screen.links()).toContain('Back to Feed')
})

test('a server that does not respond is a failure that can be retried', async () => {
  host.responds({ 'admin/server': 500 })
  const screen = await showScreen(PATH, member)
  await screen.shows('Failed to load the state of the server')
})
