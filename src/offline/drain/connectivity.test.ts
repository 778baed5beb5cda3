import { expect, test } from 'vitest'
import { type Connection, createConnectivity } from './connectivity.ts'

/** A connection under a fake clock, with the states it reported. */
function connection() {
  let isOnline = true
  let now = 1000
  const timers: { at: number; callback: () => void }[] = []
  const heard: Connection[] = []
  const doubts: string[] = []
  const connectivity = createConnectivity({
    now: () => now,
    isNavigatorOnline: () => isOnline,
    later: (ms, callback) => {
      const entry = { at: now + ms, callback }
      timers.push(entry)
      return () => void timers.splice(timers.indexOf(entry), 1)
    },
  })
  connectivity.subscribe((next) => heard.push(next))
  connectivity.onDoubt((path) => doubts.push(path))
  const start = (path: string, isRead = true) => {
    const request = { path, isRead }
    connectivity.started(request)
    return {
      responds: () => connectivity.ended('responded', request),
      fails: () => connectivity.ended('failed', request),
      isSilent: () => connectivity.ended('silent', request),
      isAborted: () => connectivity.ended('aborted', request),
    }
  }
  return {
    connectivity,
    heard,
    doubts,
    start,
    state: () => connectivity.connection(),
    silent: (...paths: string[]) => paths.forEach((path) => start(path).isSilent()),
    pass: (ms: number) => {
      now += ms
      for (const { at, callback } of timers.slice()) if (at <= now) callback()
    },
    setOnline: (is: boolean) => {
      isOnline = is
      connectivity.navigatorChanged()
    },
    /** The browser's state changes, and its event is still to come. */
    loseNetwork: () => {
      isOnline = false
    },
  }
}

test('two endpoints without a response are a lost connection, and any response brings it back', () => {
  const { silent, state, start, heard } = connection()
  silent('/a', '/b')
  expect(heard[0]?.isReachable).toBe(false)
  start('/c').fails()
  expect(state().isReachable).toBe(true)
  silent('/a', '/b')
  expect(state().isReachable).toBe(false)
  start('/c').responds()
  expect(state()).toEqual({ isReachable: true, isSlow: false, isFailing: false })
})

test('one endpoint that never responds does not take the connection down while others respond', () => {
  const { silent, start, heard, pass } = connection()
  for (let round = 0; round < 20; round++) {
    silent('/a')
    pass(1000)
    start('/b').responds()
    pass(1000)
  }
  expect(heard).toEqual([])
})

test('a first endpoint without a response is doubted until a response to another one decides', () => {
  const { silent, start, doubts, heard } = connection()
  silent('/a')
  expect(doubts).toEqual(['/a'])
  start('/b').responds()
  silent('/b')
  expect(heard).toEqual([])
})

test('a request that times out while others responded does not change the connection', () => {
  const { start, silent, pass, doubts } = connection()
  const hanging = start('/a')
  pass(1000)
  start('/b').responds()
  pass(19_000)
  hanging.isSilent()
  expect(doubts).toEqual([])
  silent('/c')
  expect(doubts).toEqual(['/c'])
})

test("the browser's report of no network counts at once, and no response in flight revokes it", () => {
  const { start, setOnline, state } = connection()
  const underWay = start('/a')
  setOnline(false)
  expect(state().isReachable).toBe(false)
  underWay.responds()
  expect(state().isReachable).toBe(false)
  setOnline(true)
  expect(state().isReachable).toBe(false)
  start('/a').responds()
  expect(state().isReachable).toBe(true)
})

test('a connection that accepts requests and does not respond is slow after four seconds', () => {
  const { start, pass, state, doubts } = connection()
  const hanging = start('/a')
  start('/b').responds() // in the same burst: the connection may have stalled after it
  pass(2500)
  expect(doubts).toEqual(['/a'])
  pass(1499)
  expect(state().isSlow).toBe(false)
  pass(1)
  expect(state()).toMatchObject({ isReachable: true, isSlow: true })
  hanging.responds()
  expect(state().isSlow).toBe(false)
})

test('a single endpoint that hangs does not make the connection slow, nor does one that timed out', () => {
  const { start, pass, state } = connection()
  start('/a')
  const given = start('/b')
  pass(2500)
  start('/c').responds() // the request by `onDoubt`
  pass(1000)
  given.isAborted()
  pass(60_000)
  expect(state().isSlow).toBe(false)
})

test('two endpoints without a usable response are a failing server, until one responds as it should', () => {
  const { start, state } = connection()
  start('/a').fails()
  expect(state().isFailing).toBe(false)
  start('/b').fails()
  expect(state()).toMatchObject({ isReachable: true, isFailing: true })
  start('/a').fails()
  expect(state().isFailing).toBe(true)
  start('/b').responds()
  expect(state().isFailing).toBe(false)
})

test('a time-out and an unusable response together are a failing server', () => {
  const { start, state } = connection()
  start('/write', false).isSilent()
  start('/a').fails()
  expect(state()).toMatchObject({ isReachable: true, isFailing: true })
})

test('writes that fail while reads succeed are their own fault, and each is checked against a read', () => {
  const { start, doubts, heard, pass } = connection()
  for (let round = 0; round < 20; round++) {
    start('/like', false).fails()
    start('/follow', false).fails()
    pass(1000)
    start('/status').responds()
    pass(1000)
  }
  expect(heard).toEqual([])
  expect(doubts).toHaveLength(40)
})

test('a read that fails while others succeed is its own fault, and is not checked', () => {
  const { start, doubts, heard, pass } = connection()
  for (let round = 0; round < 20; round++) {
    start('/broken').fails()
    pass(1000)
    start('/status').responds()
    pass(1000)
  }
  expect([heard, doubts]).toEqual([[], []])
})

test('a failure of a request that began before a usable response says nothing', () => {
  const { start, state, pass } = connection()
  const hanging = [start('/a'), start('/b')]
  pass(1000)
  start('/c').responds()
  for (const request of hanging) request.fails()
  expect(state().isFailing).toBe(false)
})

test('a request that ends without a network shows that there is none before the browser reports it', () => {
  const { start, loseNetwork, state } = connection()
  const hanging = start('/a')
  loseNetwork()
  hanging.isSilent()
  expect(state().isReachable).toBe(false)
})

test('a request without any other one is doubted and slow by time alone, and doubted once', () => {
  const { start, pass, state, doubts } = connection()
  start('/a')
  pass(2500)
  start('/b')
  pass(1500)
  expect(state().isSlow).toBe(true)
  start('/c')
  pass(60_000)
  expect(doubts).toEqual(['/a'])
})

test('a write without a response is doubted once', () => {
  const { start, doubts } = connection()
  start('/like', false).isSilent()
  expect(doubts).toEqual(['/like'])
})

test('while the connection is lost nothing is doubted: the probe decides', () => {
  const { silent, start, pass, doubts } = connection()
  silent('/a', '/b')
  start('/c')
  pass(60_000)
  expect(doubts).toEqual(['/a'])
})

test('a listener that comes late hears of the doubt that is open, and none once it has left', () => {
  const { silent, connectivity, start } = connection()
  const heard: string[] = []
  silent('/a')
  const leave = connectivity.onDoubt((path) => heard.push(path))
  expect(heard).toEqual(['/a'])
  start('/b').responds()
  leave()
  silent('/c')
  expect(heard).toEqual(['/a'])
})

test('a watcher that has left hears of no change', () => {
  const { connectivity, silent } = connection()
  let changes = 0
  connectivity.subscribe(() => changes++)()
  silent('/a', '/b')
  expect(changes).toBe(0)
})

test('a page that starts without a network is not reachable', () => {
  const { connection: state } = createConnectivity({ now: () => 0, isNavigatorOnline: () => false })
  expect(state().isReachable).toBe(false)
})
