import 'fake-indexeddb/auto'
import { keys, set } from 'idb-keyval'
import { expect, onTestFinished, test } from 'vitest'
import { createDrafts } from './drafts.ts'
import { deleteDatabase, openKeyValueStore } from './idb.ts'

function aStore() {
  const store = openKeyValueStore(`drafts-${Math.random()}`, { durability: 'strict' })
  onTestFinished(() => store.close())
  return store
}

test('a draft is read in another context until an empty text removes it', async () => {
  const store = aStore()
  const [page, tab] = [createDrafts(store), createDrafts(store)]
  expect(page.isEmpty()).toBe(true)
  await page.write('dm/bo', 'Hello')
  expect(page.isEmpty()).toBe(false)
  expect(await tab.read('dm/bo')).toBe('Hello')
  expect(tab.isEmpty()).toBe(false)
  await page.write('dm/bo', '')
  expect([page.isEmpty(), await keys(store)]).toEqual([true, []])
  expect(await tab.read('dm/bo')).toBe('')
  expect(tab.isEmpty()).toBe(true)
})

test('a stored value that is no text is read as empty', async () => {
  const store = aStore()
  await set(['draft', 'dm/bo'], 7, store)
  expect(await createDrafts(store).read('dm/bo')).toBe('')
})

test('a deleted draft is restored, unless another context has written a newer one', async () => {
  const name = `drafts-${Math.random()}`
  const store = openKeyValueStore(name, { durability: 'strict' })
  onTestFinished(() => store.close())
  const drafts = createDrafts(store)
  await drafts.write('one', 'first')
  await drafts.write('two', 'second')
  await drafts.write('three', 'sent')
  await drafts.write('three', '')
  await deleteDatabase(name)
  const { read, write } = createDrafts(store)
  await write('two', 'newer')
  await drafts.restore()
  expect([await read('one'), await read('two'), await read('three')]).toEqual(['first', 'newer', ''])
})
