import { outboxChannel } from '#contract/storage-names.ts'
import { openDeviceStore, openOutboxDatabase, readDevice } from '#src/offline/device/member.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { createMemberDrainer } from '#src/offline/drain/member-drainer.ts'
import { isOnItsWay } from '#src/offline/outbox/entry.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { actions } from '#src/session/senders.ts'

/** Sends the signed-in member's entries. Rejects while one is pending: the browser retries. */
export async function replayOutbox(): Promise<void> {
  const device = openDeviceStore()
  const { name, generation } = await readDevice(device)
  if (name === null) return
  const store = openOutboxDatabase(device, name, generation)
  const channel = new BroadcastChannel(outboxChannel(name))
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: Date.now,
    uuid,
    announce: () => channel.postMessage('changed'),
    freeSpace: async () => {},
  })
  try {
    await createMemberDrainer({
      device,
      name,
      generation,
      outbox,
      actions,
      signal: new AbortController().signal,
      later: () => () => {}, // A worker sets no timer: the browser starts it again.
      onError: (error) => console.warn('The outbox could not be sent by the worker.', error),
    }).wake({ ignoreBackoff: true })
    const { meta, entries } = outbox.snapshot()
    if (meta.paused === undefined && entries.some(isOnItsWay)) throw new Error('Some actions still wait.')
  } finally {
    channel.close()
    store.close()
    device.close()
  }
}
