import { isMemberKnown } from '#src/accounts/profile/start-profile.ts'
import { forgetMember, rememberMember } from '#src/accounts/session/remembered.ts'
import type { Unsent } from '#src/accounts/session/session.ts'
import { wipeMember } from '#src/cache/wipe.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { drainLock, withLock } from '#src/offline/device/lock.ts'
import { type Device, enterDevice, leaveDevice, memberKey, readDevice, wipeOutbox } from '#src/offline/device/member.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import { probeServer } from '#src/status/probe-server.ts'
import { statusQuery } from '#src/status/queries.ts'
import { isSame, type Stay } from './member-session.ts'
import { settleOwedLogout } from './pending-logout.ts'

/** The page, as far as signing in and out changes it. */
export interface Here {
  device: KeyValueStore
  connectivity: Connectivity
  stay: () => Stay
  /** Ends the present stay and begins the one that the device's record asks for. */
  moveTo: (who: Device) => Promise<void>
  /** Tells the other tabs. */
  announce: () => void
}

/** From now on this device acts as `name`; the page starts anew for that member, at the path `next`. */
export async function enter({ device, stay, moveTo, announce }: Here, name: string, next: string): Promise<void> {
  const before = stay().who.name
  const who = await enterDevice(device, name).catch((error: unknown): Device => {
    // A device that keeps nothing (private mode) still lets a member in, for as long as the page lives.
    console.warn('This device cannot keep who is signed in.', error)
    return { name, generation: 0 }
  })
  rememberMember(name)
  // The device knows first: whoever closes the page here is signed in. The new stay's router begins at `next`.
  history.replaceState(null, '', next)
  await moveTo(who)
  if (before !== null && memberKey(before) !== memberKey(name))
    await wipeMember(before).then(() => rememberMember(name))
  await stay().life?.outbox.resume().catch(warn)
  void stay().life?.wake({ ignoreBackoff: true })
  announce()
}

/** Ends the server's session of an earlier sign-out that had no network. */
export const settle = ({ device }: Here): Promise<void> => settleOwedLogout(device)

/** Signs out here, also without a network; the server's session is ended when it can be. */
export async function leave({ device, stay, moveTo, announce }: Here, unsent: Unsent): Promise<void> {
  await endStay(device, stay(), unsent === 'discard')
  // Before this page begins anew, which takes a while: other tabs still show the member.
  announce()
  await moveTo(await readDevice(device))
  // The visitor's status was answered for the session that ends now.
  void settleOwedLogout(device).then(() => stay().client.invalidateQueries({ queryKey: statusQuery.queryKey }))
}

/** Signs out the member whom the device names when the server refuses the profile: the spec does it then, and only then. */
export async function leaveIfRefused(here: Here): Promise<void> {
  const { who, client } = here.stay()
  if (who.name === null || (await isMemberKnown(client, who.name))) return
  if (isSame(who, here.stay().who)) await leave(here, 'keep')
}

/** Joins the page to the network's return: the server is probed and an owed sign-out is settled. */
export function followNetwork({ device, connectivity }: Here) {
  probeServer(connectivity)
  window.addEventListener('online', () => void settleOwedLogout(device))
  void settleOwedLogout(device)
}

/** Takes the drain lock, ends the generation, aborts and closes everything, then wipes. Only a kept outbox outlives it. */
async function endStay(device: KeyValueStore, stay: Stay, isOutboxDiscarded: boolean) {
  const { name } = stay.who
  if (name === null) return
  // What the server has is no longer waiting: only what it has not is kept.
  await stay.life?.outbox.prune(() => Number.POSITIVE_INFINITY).catch(warn)
  stay.end()
  await withLock(drainLock(memberKey(name)), new AbortController().signal, async () => {
    forgetMember()
    await leaveDevice(device)
    await wipeMember(name)
    if (isOutboxDiscarded) await wipeOutbox(name)
  })
}

const warn = (error: unknown) => console.warn('The outbox could not be resumed.', error)
