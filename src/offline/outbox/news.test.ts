import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openKeyValueStore } from '../device/idb.ts'
import { defineSender } from './action.ts'
import { onOutboxNews } from './news.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore } from './outbox-store.ts'

const note = defineSender({
  name: 'test.note',
  args: v.object({ text: v.string() }),
  lane: () => 'notes',
  isRepeatable: true,
  send: (_call, _args, client_id) => Promise.resolve({ client_id }),
  label: () => 'Note',
})

/** Two tabs over one store; counts the calls back in one of them. */
function twoTabs() {
  const database = `news-${Math.random()}`
  let ids = 0
  const open = () =>
    createOutbox({
      store: createOutboxStore(openKeyValueStore(database, { durability: 'strict' })),
      now: () => 1_790_000_000_000,
      uuid: () => `id-${++ids}`,
      announce: () => {},
      freeSpace: async () => {},
    })
  const [one, other] = [open(), open()]
  const heard = { times: 0 }
  const stop = onOutboxNews(other, () => heard.times++)
  return { one, other, heard, stop }
}

test('an action of another tab calls back once', async () => {
  const { one, other, heard } = twoTabs()
  await one.dispatch(note, { text: 'hello' })
  expect(heard.times).toBe(0)
  await other.reload()
  await other.reload()
  expect(heard.times).toBe(1)
})

test('the end of a pause calls back in the tab that did not end it, its start does not', async () => {
  const { one, other, heard } = twoTabs()
  await one.changeMeta((meta) => ({ ...meta, paused: 'signed-out' }))
  await other.reload()
  expect(heard.times).toBe(0)
  await one.resume()
  await other.reload()
  expect(heard.times).toBe(1)
})

test('a pause that started and ended between two reads calls back, since it may have delayed a request', async () => {
  const { one, other, heard } = twoTabs()
  await one.changeMeta((meta) => ({ ...meta, paused: 'signed-out' }))
  await one.resume()
  await other.reload()
  expect(heard.times).toBe(1)
})

test('there is no call back after the stop', async () => {
  const { other, heard, stop } = twoTabs()
  stop()
  await other.dispatch(note, { text: 'hello' })
  expect(heard.times).toBe(0)
})
