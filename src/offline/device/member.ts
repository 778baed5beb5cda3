import { get, update } from 'idb-keyval'
import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { deleteDatabase, type KeyValueStore, openKeyValueStore } from './idb.ts'

/**
 * Who is signed in on this device, as page and worker both read it. `generation` grows with every sign-out: what was
 * opened for an earlier one may no longer write.
 */
const Device = v.object({
  name: v.nullable(v.string()),
  generation: v.number(),
  /** Signed out without a network: the server's session is still to be ended, before anything else is sent. */
  owesLogout: v.optional(v.boolean()),
})
export type Device = v.InferOutput<typeof Device>

const DEVICE_DB = 'flipside-device'
const KEY = 'device'
export const NOBODY: Device = { name: null, generation: 0 }

/** Opens the store that says who is signed in here. */
export const openDeviceStore = () => openKeyValueStore(DEVICE_DB, { durability: 'strict' })

/** Names compare without regard to case; this is what databases, locks and channels of a member are called by. */
export const memberKey = nameKey

export async function readDevice(store: KeyValueStore): Promise<Device> {
  return parseDevice(await get(KEY, store))
}

function parseDevice(value: unknown): Device {
  const stored = v.safeParse(Device, value)
  return stored.success ? stored.output : NOBODY
}

/** In one transaction: two tabs at once must not take the generation back. */
async function changeDevice(store: KeyValueStore, how: (now: Device) => Device): Promise<Device> {
  let device = NOBODY
  await update(
    KEY,
    (stored: unknown) => {
      device = how(parseDevice(stored))
      return device
    },
    store,
  )
  return device
}

/** The device's record, be it that nobody is signed in; undefined when it has never kept one. */
export async function findDevice(store: KeyValueStore): Promise<Device | undefined> {
  const stored: unknown = await get(KEY, store)
  return stored === undefined ? undefined : parseDevice(stored)
}

/** From now on this device acts as `name`. */
export const enterDevice = (store: KeyValueStore, name: string): Promise<Device> =>
  changeDevice(store, ({ generation }) => ({ name, generation }))

/** Signs out on this device: nobody is signed in, and whatever was opened before may no longer write. */
export const leaveDevice = (store: KeyValueStore): Promise<Device> =>
  changeDevice(store, ({ generation }) => ({ name: null, generation: generation + 1, owesLogout: true }))

/** The server's session has been ended. */
export const settleLogout = (store: KeyValueStore): Promise<Device> =>
  changeDevice(store, ({ owesLogout: _owed, ...device }) => device)

/** Whether `name` is still signed in, in the generation that this context was started in. */
export async function isCurrent(store: KeyValueStore, name: string, generation: number): Promise<boolean> {
  const device = await readDevice(store)
  return device.generation === generation && device.name !== null && memberKey(device.name) === memberKey(name)
}

export const outboxDatabase = (name: string) => `flipside-outbox-${memberKey(name)}`
export const cacheDatabase = (name: string | null) => `flipside-cache-${name === null ? '' : memberKey(name)}`
/** Where tabs and worker tell each other that a member's outbox changed. */
export const outboxChannel = (name: string) => `flipside-outbox-${memberKey(name)}`

/** Opens a member's outbox database; writers of a generation that is over are turned away. */
export const openOutboxDatabase = (device: KeyValueStore, name: string, generation: number) =>
  openKeyValueStore(outboxDatabase(name), {
    durability: 'strict',
    mayOpen: () => isCurrent(device, name, generation),
  })

export const wipeOutbox = (name: string) => deleteDatabase(outboxDatabase(name))
