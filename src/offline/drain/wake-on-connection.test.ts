import { expect, test } from 'vitest'
import { createConnectivity } from './connectivity.ts'
import { wakeOnConnection } from './wake-on-connection.ts'

/** A page that follows its connection; counts its drains and the returns that follow them. */
function aPage() {
  const connectivity = createConnectivity({ now: () => 0, isNavigatorOnline: () => true })
  const counts = { drains: 0, returns: 0 }
  const wake = async () => void counts.drains++
  const controller = new AbortController()
  wakeOnConnection({
    drainer: { wake, wakeOnReturn: wake },
    connectivity,
    onBack: () => counts.returns++,
    signal: controller.signal,
  })
  const request = (path: string, outcome: 'responded' | 'failed' | 'silent') => {
    const tracked = { path, isRead: true }
    connectivity.started(tracked)
    connectivity.ended(outcome, tracked)
  }
  const end = async (outcome: 'failed' | 'silent') => {
    for (const path of ['/a', '/b']) request(path, outcome)
    request('/a', 'responded')
    await Promise.resolve()
  }
  return { counts, controller, end, request }
}

test('the end of a lost connection starts the drain, and is reported after it', async () => {
  const { counts, end } = aPage()
  await end('silent')
  expect(counts).toEqual({ drains: 1, returns: 1 })
})

test('the end of a server’s trouble starts the drain, and is no return of the connection', async () => {
  const { counts, end } = aPage()
  await end('failed')
  expect(counts).toEqual({ drains: 1, returns: 0 })
  await end('silent')
  await end('failed')
  expect(counts).toEqual({ drains: 3, returns: 1 })
})

test('a connection that comes back to a server in trouble is reported once requests succeed', async () => {
  const { counts, request } = aPage()
  request('/a', 'silent')
  request('/b', 'silent')
  request('/a', 'failed')
  await Promise.resolve()
  expect(counts).toEqual({ drains: 0, returns: 0 })
  request('/a', 'responded')
  await Promise.resolve()
  expect(counts).toEqual({ drains: 1, returns: 1 })
})

test('nothing is sent after the end of the session', async () => {
  const { counts, controller, end } = aPage()
  controller.abort()
  await end('silent')
  expect(counts).toEqual({ drains: 0, returns: 0 })
})
