import { expect, test } from 'vitest'
import { createConnectivity } from './connectivity.ts'

test('requests say whether the server can be reached; the browser is believed only when it says no', () => {
  let isOnline = true
  let now = 5
  const heard: boolean[] = []
  const connectivity = createConnectivity({ now: () => now, isNavigatorOnline: () => isOnline })
  connectivity.subscribe(({ isReachable }) => heard.push(isReachable))
  expect(connectivity.connection()).toEqual({ isReachable: true, since: undefined })

  connectivity.report('unreachable')
  now = 9
  connectivity.report('unreachable')
  expect(connectivity.connection()).toEqual({ isReachable: false, since: 5 })
  connectivity.navigatorChanged()
  expect(connectivity.connection().isReachable).toBe(false)
  connectivity.report('answered')
  isOnline = false
  connectivity.navigatorChanged()
  expect(heard).toEqual([false, true, false])
})

test('an answer that was under way when the network went does not bring it back', () => {
  let isOnline = true
  const connectivity = createConnectivity({ now: () => 1, isNavigatorOnline: () => isOnline })
  isOnline = false
  connectivity.navigatorChanged()
  connectivity.report('answered')
  expect(connectivity.connection().isReachable).toBe(false)
  isOnline = true
  connectivity.report('answered')
  expect(connectivity.connection().isReachable).toBe(true)
})
