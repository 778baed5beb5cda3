import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import type { Root } from 'react-dom/client'
import { forgetMember, rememberedMember, rememberMember } from './accounts/remembered.ts'
import { type Session, SessionContext } from './accounts/session.ts'
import { call, watchOutcomes } from './api/call.ts'
import { atMost } from './cache/at-most.ts'
import { ConnectivityContext } from './cache/connection.ts'
import { wipeMember } from './cache/wipe.ts'
import { type Connectivity, createConnectivity } from './offline/connectivity.ts'
import { reachBy } from './offline/host.ts'
import type { KeyValueStore } from './offline/idb.ts'
import { drainLock, withLock } from './offline/lock.ts'
import {
  type Device,
  enterDevice,
  hasDevice,
  leaveDevice,
  memberKey,
  openDeviceStore,
  readDevice,
  wipeOutbox,
} from './offline/member.ts'
import { joinDeviceChannel } from './page/device-channel.ts'
import { settleOwedLogout } from './page/owed-logout.ts'
import { createAppRouter } from './router.ts'
import { isSame, type Stay, startStay } from './stay.ts'

/** Starts the app in `root`: finds out who is signed in here, opens what the device kept, renders. */
export async function startApp(root: Root): Promise<void> {
  const connectivity = createConnectivity({ now: Date.now, isNavigatorOnline: () => navigator.onLine })
  watchOutcomes(connectivity.report)
  const device = openDeviceStore()
  let stay = await startStay(device, connectivity, await whoIsHere(device))

  const show = () => {
    const { client, who } = stay
    const router = createAppRouter({ client, member: who.name })
    const routes = createElement(RouterProvider, { router })
    const withSession = createElement(SessionContext, { value: sessionOf() }, routes)
    const withConnection = createElement(ConnectivityContext, { value: connectivity }, withSession)
    root.render(createElement(QueryClientProvider, { client, key: `${who.name}/${who.generation}` }, withConnection))
  }

  /** Ends the present stay and begins the one that the device's record asks for. */
  const moveTo = async (who: Device) => {
    stay.end()
    stay = await startStay(device, connectivity, who)
    show()
  }

  const announce = joinDeviceChannel(() => {
    void readDevice(device).then((who) => (isSame(who, stay.who) ? undefined : moveTo(who)))
  })

  const sessionOf = (): Session => ({
    member: stay.who.name,
    settle: () => settleOwedLogout(device),
    sendNow: async () => stay.life?.wake({ ignoreBackoff: true }),
    enter: async (name, next) => {
      const before = stay.who.name
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
      await stay.life?.outbox.resume().catch(warn)
      void stay.life?.wake({ ignoreBackoff: true })
      announce()
    },
    leave: async (unsent) => {
      await leave(device, stay, unsent === 'discard')
      await moveTo(await readDevice(device))
      announce()
      void settleOwedLogout(device)
    },
  })

  watchNetwork(connectivity)
  window.addEventListener('online', () => void settleOwedLogout(device))
  void settleOwedLogout(device)
  show()
}

const warn = (error: unknown) => console.warn('The outbox could not be resumed.', error)

/** The browser's no is believed at once. Its yes is a reason to ask: with nothing to send, nothing else would for a while. */
function watchNetwork(connectivity: Connectivity) {
  const reach = reachBy(call)
  window.addEventListener('offline', () => connectivity.navigatorChanged())
  window.addEventListener('online', () => void reach())
}

/**
 * Who is signed in here. The device's own record has the last word, since localStorage loses seconds; where there is no
 * record the spec's key is believed.
 */
async function whoIsHere(device: KeyValueStore): Promise<Device> {
  const remembered = rememberedMember()
  try {
    if (remembered !== null && !(await atMost(hasDevice(device)))) return await enterDevice(device, remembered)
    const who = await atMost(readDevice(device))
    if (who.name === null) forgetMember()
    else rememberMember(who.name)
    return who
  } catch (error) {
    console.warn('This device keeps no record of who is signed in.', error)
    return { name: remembered, generation: 0 }
  }
}

/** Takes the drain lock, ends the generation, aborts and closes everything, then wipes. Only a kept outbox outlives it. */
async function leave(device: KeyValueStore, stay: Stay, isOutboxDiscarded: boolean) {
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
