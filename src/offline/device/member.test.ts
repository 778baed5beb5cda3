import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { set } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { KeyValueStore } from './idb.ts'
import {
  enterDevice,
  findDevice,
  isCurrent,
  leaveDevice,
  openDeviceStore,
  readDevice,
  SIGNED_OUT,
  settleLogout,
} from './member.ts'

let device: KeyValueStore
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  device = openDeviceStore()
  onTestFinished(() => {
    device.close()
    vi.unstubAllGlobals()
  })
})

test('a new device has no member and no record', async () => {
  expect(await readDevice(device)).toEqual(SIGNED_OUT)
  expect(await findDevice(device)).toBeUndefined()
})

test('a sign-out without a network owes the end of the session until it is settled', async () => {
  expect(await enterDevice(device, 'ada')).toEqual({ name: 'ada', generation: 0 })
  expect(await leaveDevice(device)).toEqual({ name: null, generation: 1, owesLogout: true })
  expect(await settleLogout(device)).toEqual({ name: null, generation: 1 })
  expect(await findDevice(device)).toEqual({ name: null, generation: 1 })
})

test('a sign-in does not change the generation, so that a store of an earlier session stays closed', async () => {
  await enterDevice(device, 'ada')
  await leaveDevice(device)
  expect(await enterDevice(device, 'ada')).toEqual({ name: 'ada', generation: 1 })
  expect(await isCurrent(device, 'ada', 0)).toBe(false)
  expect(await isCurrent(device, 'ADA', 1)).toBe(true)
  expect(await isCurrent(device, 'bo', 1)).toBe(false)
})

test('no member is current after a sign-out', async () => {
  await leaveDevice(device)
  expect(await isCurrent(device, 'ada', 1)).toBe(false)
})

test('a record that cannot be read counts as signed out', async () => {
  await set('device', { name: 7 }, device)
  expect(await readDevice(device)).toEqual(SIGNED_OUT)
  expect(await findDevice(device)).toEqual(SIGNED_OUT)
  expect(await isCurrent(device, 'ada', 0)).toBe(false)
})
