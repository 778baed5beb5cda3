import { joinOutboxChannel } from '#src/browser/channel.ts'
import { atMost } from '#src/cache/at-most.ts'
import { connectOutbox } from '#src/cache/outbox-of.ts'
import { createDrafts } from '#src/offline/device/drafts.ts'
import { openOutboxDatabase } from '#src/offline/device/member.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import type { DrainOptions } from '#src/offline/drain/pass.ts'
import { createOutbox, type Outbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { afterPaint } from '#src/startup/after-paint.ts'
import type { DrainingDeps } from './sync.ts'

/** The drain waits for the first paint. A hidden tab paints nothing. */
const PAINT_AT_MOST_MS = 500

export interface MemberLife {
  outbox: Outbox
  /** Sends what waits; resolves when all is at rest. */
  wake: (options?: DrainOptions) => Promise<void>
}

/** Opens a member's outbox, for the overlay needs it at once, and has it sent once the first paint is done. */
export async function startMemberLife(deps: DrainingDeps): Promise<MemberLife> {
  const { client, device, name, generation, signal } = deps
  const store = openOutboxDatabase(device, name, generation)
  const announce = joinOutboxChannel(name, () => void reload(), signal)
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: Date.now,
    uuid,
    announce,
    freeSpace: () => freeSpace(client),
  })
  signal.addEventListener('abort', () => store.close())
  connectOutbox(client, outbox, createDrafts(store))
  // A device that can't open its store (private mode) still shows the app; acts then say that they can't be kept.
  const loaded = atMost(outbox.reload()).catch(warn)
  const drainer = loaded
    .then(() => afterPaint(PAINT_AT_MOST_MS))
    // Never resolves once the member has signed out.
    .then(() => (signal.aborted ? new Promise<never>(() => {}) : import('./sync.ts')))
    .then(({ startDraining }) => startDraining(deps, outbox))
  drainer.catch(warn)
  const wake = async (options?: DrainOptions) => (await drainer).wake(options)
  /** Other tabs may speak before anything is loaded. A reading that fails is made up for by the next pass, which reads anew. */
  const reload = () => outbox.reload().catch((error: unknown) => wake().then(() => warn(error)))
  await loaded
  return { outbox, wake }
}

const warn = (error: unknown) => console.warn('The outbox is in trouble.', error)

/** Gives up pictures and downloads. Rarely needed, and then there was a first paint long ago. */
const freeSpace = async (client: DrainingDeps['client']) => {
  const [{ freeSpace: removePictures }, { evict }] = await Promise.all([
    import('#src/cache/wipe.ts'),
    import('#src/downloads/usage.ts'),
  ])
  await removePictures()
  await evict(client, 0)
}
