import { expect, test } from 'vitest'
import { outboxDatabase } from '#contract/storage-names.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { currentToast } from '#src/ui/toast.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

/** Stores a member's entries as an earlier session on this device did. */
async function storeEntries(name: string, ...entries: Partial<Entry>[]) {
  const store = openKeyValueStore(outboxDatabase(name), { durability: 'strict' })
  const put = entries.map(
    (entry, index): Entry => ({
      v: 1,
      seq: index + 1,
      client_id: `stored-${index}`,
      action: 'broadcasts.setLike',
      args: { user: name, broadcastId: index + 1, isLiked: true },
      lane: `like:${index + 1}`,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
      // Held, so that nothing is sent during the test.
      nextAt: Date.now() + 3_600_000,
      ...entry,
    }),
  )
  await createOutboxStore(store).transact([{ lane: undefined, decide: () => ({ put, result: undefined }) }])
  store.close()
}

const markRead = { action: 'activity.read', args: { user: 'Juno', upTo: 7 }, lane: 'activity' }

test('a signed-out device says for whom actions are stored, and how many', async () => {
  await storeEntries('Juno', {}, {}, { status: 'acked', ackedRev: 1 }, markRead)
  await storeEntries('ben', {})
  const screen = await showScreen('/outbox', null)
  await screen.shows('2 actions of Juno')
  await screen.shows('1 action of ben')
  await screen.shows('Not sent yet. They are sent once Juno logs in on this device.')
  expect(screen.buttons()).not.toContain('Retry')
  expect(screen.targets()).toContain('/login?next=%2Fsettings%2Fdevice')
})

test('settings and log-in name the stored actions of a signed-out device', async () => {
  await storeEntries('Juno', {})
  const settings = await showScreen('/settings/device', null)
  await settings.shows('1 action of Juno')
  const login = await showScreen('/login', null)
  await login.shows('1 action of Juno')
})

test('a signed-out device without unsent actions says so', async () => {
  await storeEntries('Juno', { status: 'acked', ackedRev: 1 }, markRead)
  const screen = await showScreen('/outbox', null)
  await screen.shows('There are no unsent actions on this device.')
})

test('stored actions of a deleted account cannot be sent, and are gone once they are discarded', async () => {
  await storeEntries('Juno', {})
  host.responds({ 'user/profile?user=Juno': { status: 400, json: { error: 'No such member.', code: 'not_found' } } })
  const screen = await showScreen('/outbox', null)
  await screen.shows("The account Juno no longer exists. It can't be sent any more.")
  expect(screen.links()).not.toContain('Log In')
  await screen.press('Discard')
  await screen.shows('Discard 1 action of Juno?')
  await screen.press('Cancel')
  await screen.shows('1 action of Juno')
  await screen.press('Discard')
  await screen.press('Delete from this device')
  await screen.shows('There are no unsent actions on this device.')
  const databases = await indexedDB.databases()
  expect(databases.map(({ name }) => name)).not.toContain(outboxDatabase('Juno'))
})

test('a server that does not respond leaves open whether the account exists', async () => {
  await storeEntries('Juno', {})
  host.responds({ 'user/profile?user=Juno': 500 })
  const screen = await showScreen('/outbox', null)
  await screen.shows('Not sent yet. It is sent once Juno logs in on this device.')
})

test('what the app sends by itself is neither listed nor counted, as in the strip', async () => {
  await storeEntries(member, { ...markRead, args: { user: member, upTo: 7 } })
  const list = await showScreen('/outbox', member)
  await list.shows('Everything has been sent.')
  await list.hides('Mark activity read')
})

test("the member's own actions are listed beside what the device stores", async () => {
  await storeEntries(member, {}, {})
  const screen = await showScreen('/outbox', member)
  await screen.waits(() => expect(screen.address()).toBe('/settings/device'))
  await screen.shows('Like')
  await screen.shows('Opens offline')
})

test('each refusal of an action that is retried appears in a toast', async () => {
  const refuse = (error: string) => host.responds({ 'send-direct-message': { status: 400, json: { error } } })
  refuse('Not now.')
  const args = { user: member, recipient: 'kojiro', message: 'hello' }
  await storeEntries(member, { action: 'messages.send', args, lane: 'dm:kojiro', nextAt: 0 })
  const list = await showScreen('/outbox', member)
  await list.waits(() => expect(currentToast.read()?.title).toBe('Not now.'))
  refuse('Still not.')
  await list.press('Retry')
  await list.waits(() => expect(currentToast.read()?.title).toBe('Still not.'))
})
