import { get, update } from 'idb-keyval'
import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { DEVICE_DATABASE, outboxDatabase } from '#contract/storage-names.ts'
import { deleteDatabase, type KeyValueStore, openKeyValueStore } from './idb.ts'

/** The signed-in member. `generation` grows with every sign-out and ends writers from before. */
const Device = v.object({
  name: v.nullable(v.string()),
  generation: v.number(),
  /** Signed out without a network: the server's session must be ended before any other request. */
  owesLogout: v.optional(v.boolean()),
})
export type Device = v.InferOutput<typeof Device>

const KEY = 'device'
export const SIGNED_OUT: Device = { name: null, generation: 0 }

export const openDeviceStore = () => openKeyValueStore(DEVICE_DATABASE, { durability: 'strict' })

/** Returns the case-insensitive key of a member's databases, locks and channels. */
export const memberKey = nameKey

export async function readDevice(store: KeyValueStore): Promise<Device> {
  return parseDevice(await get(KEY, store))
}

/** Reads the member signed in on this device through a connection of its own. */
export async function readSignedIn(): Promise<Device> {
  const device = openDeviceStore()
  return readDevice(device).finally(() => device.close())
}

function parseDevice(value: unknown): Device {
  const stored = v.safeParse(Device, value)
  return stored.success ? stored.output : SIGNED_OUT
}

/** Updates the record in one transaction: two tabs at once must not decrease the generation. */
async function changeDevice(store: KeyValueStore, change: (stored: Device | undefined) => Device): Promise<Device> {
  let device = SIGNED_OUT
  await update(
    KEY,
    (stored: unknown) => {
      device = change(stored === undefined ? undefined : parseDevice(stored))
      return device
    },
    store,
  )
  return device
}

/** Resolves to the device's record; undefined if it has never stored one. */
export async function findDevice(store: KeyValueStore): Promise<Device | undefined> {
  const stored: unknown = await get(KEY, store)
  return stored === undefined ? undefined : parseDevice(stored)
}

export const enterDevice = (store: KeyValueStore, name: string): Promise<Device> =>
  changeDevice(store, ({ generation } = SIGNED_OUT) => ({ name, generation }))

/** Signs out on this device: stores opened before can no longer write. */
export const leaveDevice = (store: KeyValueStore): Promise<Device> =>
  changeDevice(store, ({ generation } = SIGNED_OUT) => ({ name: null, generation: generation + 1, owesLogout: true }))

/** Records that the server's session has been ended. */
export const settleLogout = (store: KeyValueStore): Promise<Device> =>
  changeDevice(store, ({ owesLogout: _owed, ...device } = SIGNED_OUT) => device)

/**
 * Returns whether `name` is still signed in, in the generation in which this context started. No
 * sign-out removes the device's record: a missing one was deleted with the browser's data while
 * this context was open. It is stored again, so that what the context holds in memory can be, too.
 */
export async function isCurrent(store: KeyValueStore, name: string, generation: number): Promise<boolean> {
  const device = (await findDevice(store)) ?? (await changeDevice(store, (stored) => stored ?? { name, generation }))
  return device.generation === generation && device.name !== null && memberKey(device.name) === memberKey(name)
}

/** Opens an outbox database; writers from an ended generation are rejected. */
export const openOutboxDatabase = (device: KeyValueStore, name: string, generation: number, onLost?: () => void) =>
  openKeyValueStore(outboxDatabase(name), {
    durability: 'strict',
    mayOpen: () => isCurrent(device, name, generation),
    ...(onLost && { onLost }),
  })

export const wipeOutbox = (name: string) => deleteDatabase(outboxDatabase(name))
