import { joinOutboxChannel } from '#src/browser/channel.ts'
import { connectOutbox } from '#src/cache/query-outbox.ts'
import { withTimeout } from '#src/cache/with-timeout.ts'
import { createDrafts } from '#src/offline/device/drafts.ts'
import { openOutboxDatabase } from '#src/offline/device/member.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import type { DrainOptions } from '#src/offline/drain/pass.ts'
import { isUnsent } from '#src/offline/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { afterPaint } from '#src/startup/after-paint.ts'
import { setStatusOverlay } from '#src/status/useStatus.ts'
import { loadCode } from '#src/ui/load-code.ts'
import { overlayStatus } from './overlay-status.ts'
import type { DrainingDeps } from './sync.ts'

/** Limit in ms for the wait for the first paint: a hidden tab never paints. */
const PAINT_AT_MOST_MS = 500

export interface MemberLife {
  outbox: Outbox
  /** Sends pending entries; resolves when none can be sent. */
  wake: (options?: DrainOptions) => Promise<void>
  /** See `PageSession.sendNow`. */
  sendNow: (client_ids?: readonly string[]) => Promise<void>
}

/** Opens the outbox, which overlays need at once, and sends it after the first paint. */
export async function startMemberLife(deps: DrainingDeps): Promise<MemberLife> {
  const { client, device, name, generation, signal } = deps
  const store = openOutboxDatabase(device, name, generation, () => void restore())
  const announce = joinOutboxChannel(name, () => void reload(), signal)
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: Date.now,
    uuid,
    announce,
    freeSpace: () => freeSpace(client),
    sendUnstored: async (entry, cause) => (await unstoredSender)(entry, cause),
  })
  signal.addEventListener('abort', () => store.close())
  const drafts = createDrafts(store)
  connectOutbox(client, outbox, drafts, (client_ids) => sendNow(client_ids))
  setStatusOverlay(client, overlayStatus)
  // Without a store (private mode) the app still renders; actions then fail with the message that
  // they can't be stored.
  const loaded = withTimeout(outbox.reload()).catch(warn)
  const sync = loaded.then(() => afterPaint(PAINT_AT_MOST_MS)).then(() => loadCode(() => import('./sync.ts'), signal))
  const drainer = sync.then(({ startDraining }) => startDraining(deps, outbox))
  drainer.catch(warn)
  const unstoredSender = sync.then(({ startUnstoredSender }) => startUnstoredSender(deps, outbox))
  unstoredSender.catch(() => {}) // reported with the drainer's
  const wake = async (options?: DrainOptions) => (await drainer).wake(options)
  /** Tabs may send messages before the outbox has loaded; the next pass reads again. */
  const reload = () => outbox.reload().catch((error: unknown) => wake().then(() => warn(error)))
  /** Stores this page's outbox again after the browser deleted it, if something is unsent. */
  const restore = async () => {
    if (signal.aborted || (drafts.isEmpty() && !outbox.snapshot().entries.some(isUnsent))) return
    await reload()
    await drafts.restore().catch(warn)
    await wake()
  }
  const sendNow = (client_ids?: readonly string[]) =>
    wake({ urgent: client_ids ?? outbox.snapshot().entries.map((entry) => entry.client_id) })
  await loaded
  return { outbox, wake, sendNow }
}

const warn = (error: unknown) => console.warn('The outbox failed.', error)

/** Evicts pictures and downloads. Rarely needed, and only long after the first paint. */
const freeSpace = async (client: DrainingDeps['client']) => {
  const [{ freeSpace: removePictures }, { evict }] = await Promise.all([
    import('#src/cache/wipe.ts'),
    import('#src/downloads/usage.ts'),
  ])
  await removePictures()
  await evict(client, 0)
}
