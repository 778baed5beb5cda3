import { drainLock } from '#contract/storage-names.ts'
import { isMemberKnown } from '#src/accounts/profile/start-profile.ts'
import { clearRememberedMember, rememberMember } from '#src/accounts/session/remembered.ts'
import type { Unsent } from '#src/accounts/session/session.ts'
import { removeOlderPages } from '#src/cache/refetch.ts'
import { slowUnusedPolls } from '#src/cache/slow-polls.ts'
import { wipeMember } from '#src/cache/wipe.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { withLock } from '#src/offline/device/lock.ts'
import { type Device, enterDevice, leaveDevice, memberKey, readDevice, wipeOutbox } from '#src/offline/device/member.ts'
import { isQuota } from '#src/offline/device/not-stored.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import { probeServer } from '#src/status/probe-server.ts'
import { statusQuery } from '#src/status/queries.ts'
import { type DeviceSession, isSame } from './member-session.ts'
import { completePendingLogout } from './pending-logout.ts'

interface SignInContext {
  device: KeyValueStore
  connectivity: Connectivity
  getSession: () => DeviceSession
  /** Ends the current session and starts the one in the device's record. */
  moveTo: (record: Device) => Promise<void>
  announce: () => void
}

/** Signs `name` in on this device and restarts the app for that member at the path `next`. */
export async function enter(
  { device, getSession, moveTo, announce }: SignInContext,
  name: string,
  next: string,
): Promise<void> {
  const before = getSession().record.name
  const record = await enterDevice(device, name).catch((error: unknown): Device => {
    // Without storage (private mode) a member is signed in until the page is closed.
    console.warn('The signed-in member could not be stored on this device.', error)
    return { name, generation: 0 }
  })
  rememberMember(name)
  // The device's record is written first, so that closing the page here leaves the member signed
  // in. The new router starts at `next`.
  history.replaceState(null, '', next)
  await moveTo(record)
  // Those of an ended session are a visitor's. Before the first screen, which would show them.
  if (before !== null && memberKey(before) === memberKey(name)) removeOlderPages(getSession().client)
  if (before !== null && memberKey(before) !== memberKey(name)) {
    await wipeMember(before).catch(warnOfWipe)
    rememberMember(name)
  }
  await getSession().life?.outbox.resume().catch(warn)
  void getSession().life?.wake({ ignoreBackoff: true })
  announce()
}

/** Ends the server's session after an earlier offline sign-out. */
export const completeLogout = ({ device }: SignInContext): Promise<void> => completePendingLogout(device)

/** Signs out on this device, also offline; the server's session is ended as soon as possible. */
export async function leave({ device, getSession, moveTo, announce }: SignInContext, unsent: Unsent): Promise<void> {
  await endDeviceSession(device, getSession(), unsent === 'discard')
  // Before this page restarts, which takes a while: other tabs still render the member's data.
  announce()
  await moveTo(await readDevice(device))
  // The status in the visitor's cache may belong to the session that ends now.
  void completePendingLogout(device).then(() =>
    getSession().client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  )
}

/** Signs out if the server refuses the profile request: the spec's only case. */
export async function leaveIfRefused(context: SignInContext): Promise<void> {
  const { record, client } = context.getSession()
  if (record.name === null || (await isMemberKnown(client, record.name))) return
  if (isSame(record, context.getSession().record)) await leave(context, 'keep')
}

/** Settles a pending sign-out when the network returns; slows polls of an unused page. */
export function followNetwork({ device, connectivity, getSession }: SignInContext) {
  slowUnusedPolls(() => getSession().client)
  probeServer(connectivity)
  window.addEventListener('online', () => void completePendingLogout(device))
  void completePendingLogout(device)
}

/** Ends the generation under the drain lock, closes everything and wipes it but a retained outbox. */
async function endDeviceSession(device: KeyValueStore, session: DeviceSession, isOutboxDiscarded: boolean) {
  const { name } = session.record
  if (name === null) return
  // Removes acknowledged entries: only unsent ones are retained.
  await session.life?.outbox.prune(() => Number.POSITIVE_INFINITY).catch(warn)
  session.end()
  await withLock(drainLock(memberKey(name)), new AbortController().signal, async () => {
    clearRememberedMember()
    await leaveDevice(device).catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      // A full device may have room for the record after it.
      await wipeMember(name).catch(warnOfWipe)
      await leaveDevice(device)
    })
    await wipeMember(name).catch(warnOfWipe)
    if (isOutboxDiscarded) await wipeOutbox(name).catch(warnOfWipe)
  })
}

const warnOfWipe = (error: unknown) =>
  console.warn('What this device stored of the member could not be deleted.', error)

const warn = (error: unknown) => console.warn('The outbox could not be resumed.', error)
