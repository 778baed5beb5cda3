import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { sendMessage } from '#src/messages/senders.ts'
import { openKeyValueStore } from '../device/idb.ts'
import { begin } from '../drain/attempts.ts'
import { amendEntry } from './amend-entry.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore } from './outbox-store.ts'

let ids = 0
const open = (name: string) => {
  const store = createOutboxStore(openKeyValueStore(name, { durability: 'strict' }))
  return createOutbox({
    store,
    now: () => 1000,
    uuid: () => `id-${++ids}`,
    announce: () => {},
    freeSpace: async () => {},
  })
}
const said = (message: string) => ({ user: 'ada', recipient: 'bo', message })

test('an amended entry is sent with its new text, at its place and under its id', async () => {
  const outbox = open('amended')
  const first = await outbox.dispatch(sendMessage, said('fisrt'))
  await outbox.dispatch(sendMessage, said('second'))
  expect(await amendEntry(outbox, first, said('first'))).toBe(true)
  const later = open('amended')
  await later.reload()
  expect(later.snapshot().entries.map(({ client_id, args }) => [client_id, args])).toEqual([
    [first.client_id, said('first')],
    ['id-2', said('second')],
  ])
})

test('an entry that the server may have is not amended', async () => {
  const outbox = open('attempted')
  const entry = await outbox.dispatch(sendMessage, said('as sent'))
  await begin(outbox, entry)
  expect(await amendEntry(outbox, entry, said('changed'))).toBe(false)
  expect(outbox.snapshot().entries[0]?.args).toEqual(said('as sent'))
  await outbox.discard(entry)
  expect(await amendEntry(outbox, { ...entry, client_id: 'unknown' }, said('changed'))).toBe(false)
})
