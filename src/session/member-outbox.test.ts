import { outboxChannel } from '#contract/storage-names.ts'
import 'fake-indexeddb/auto'
import { setTimeout as delay } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import type { UseStore } from 'idb-keyval'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enterDevice, openDeviceStore } from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { startMemberLife } from './member-outbox.ts'

test('another tab that speaks while the outbox is being opened is heard', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('uncaughtException', note)
  const device = openDeviceStore()
  const { generation } = await enterDevice(device, 'ada')
  const late: UseStore = async (mode, work) => {
    await delay(500)
    return device(mode, work)
  }
  const slow = Object.assign(late, { close: () => device.close() })
  const ending = new AbortController()
  const other = new BroadcastChannel(outboxChannel('ada'))
  onTestFinished(() => {
    ending.abort()
    other.close()
    process.off('uncaughtException', note)
    vi.unstubAllGlobals()
  })
  const started = startMemberLife({
    client: new QueryClient(),
    connectivity: createConnectivity({ now: Date.now, isNavigatorOnline: () => true }),
    device: slow,
    name: 'ada',
    generation,
    signal: ending.signal,
  })
  other.postMessage('changed')
  const { outbox } = await started
  expect(failures).toEqual([])
  expect(outbox.snapshot().entries).toEqual([])
})
