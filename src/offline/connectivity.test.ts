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
