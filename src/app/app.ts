import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { forgetMember, rememberMember } from '#src/accounts/session/remembered.ts'
import { type PageSession, SessionContext } from '#src/accounts/session/session.ts'
import { watchRequests } from '#src/api/watch.ts'
import { joinDeviceChannel } from '#src/browser/device-channel.ts'
import { followNavigation } from '#src/browser/navigation.ts'
import { atMost } from '#src/cache/at-most.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import {
  type Device,
  enterDevice,
  findDevice,
  NOBODY,
  openDeviceStore,
  readDevice,
} from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { isSame, startStay } from '#src/session/member-session.ts'
import { readStoredMember } from '#src/startup/stored-member.ts'
import { whenIdle } from '#src/startup/when-idle.ts'
import { yieldToMain } from '#src/startup/yield.ts'
import { createAppRouter } from './router.ts'

/** Limit in ms for loading the code of the first screen; after it the app renders without it. */
const SCREEN_PATIENCE_MS = 1000

/** Starts the app in `root`: reads the signed-in member, opens the device's stores, renders. */
export async function startApp(root: Root): Promise<void> {
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => navigator.onLine })
  watchRequests(connectivity)
  const device = openDeviceStore()
  let stay = await startStay(device, connectivity, await whoIsHere(device))

  const routerOfStay = () => {
    const router = createAppRouter({ client: stay.client, member: stay.who.name })
    followNavigation(router, stay.signal)
    return router
  }
  const show = (router = routerOfStay()) => {
    const { client, who } = stay
    const routes = createElement(RouterProvider, { router })
    const withSession = createElement(SessionContext, { value: sessionOf() }, routes)
    const withConnection = createElement(ConnectivityContext, { value: connectivity }, withSession)
    const app = createElement(QueryClientProvider, { client, key: `${who.name}/${who.generation}` }, withConnection)
    // Renders in slices: the frame is already on the screen.
    startTransition(() => root.render(app))
  }

  let moves: Promise<unknown> = Promise.resolve()
  /**
   * Session changes run one at a time: otherwise two could overlap and the first would never be
   * torn down.
   */
  const inTurn = (move: () => Promise<void>): Promise<void> => {
    const moved = moves.then(move)
    moves = moved.catch(() => undefined)
    return moved
  }
  const move = async (who: Device) => {
    stay.end()
    stay = await startStay(device, connectivity, who)
    show()
  }
  /** Ends the current session and starts the one in the device's record. */
  const moveTo = (who: Device) => inTurn(() => move(who))

  const announce = joinDeviceChannel(() => {
    void inTurn(async () => {
      const who = await readDevice(device)
      if (!isSame(who, stay.who)) await move(who)
    }).catch(warn)
  })

  const here = { device, connectivity, announce, moveTo, stay: () => stay }
  const sessionOf = (): PageSession => ({
    member: stay.who.name,
    signal: stay.signal,
    sendNow: async () => stay.life?.wake({ ignoreBackoff: true }),
    settle: async () => (await signing()).settle(here),
    enter: async (name, next) => (await signing()).enter(here, name, next),
    leave: async (unsent) => (await signing()).leave(here, unsent),
  })

  // An "offline" event takes effect at once.
  window.addEventListener('offline', () => connectivity.navigatorChanged())
  await inTurn(async () => {
    const router = routerOfStay()
    await yieldToMain()
    await found(router)
    show(router)
  })
  void whenIdle()
    .then(signing)
    .then(({ followNetwork, leaveIfRefused }) => {
      followNetwork(here)
      return leaveIfRefused(here)
    })
    .catch(warn)
}

/**
 * Resolves when a router has loaded its screen, or after a second. Without this, the router loads
 * the screen after its first render, which React then renders in one task. The router's own first
 * effect retries and reports a failure.
 */
function found(router: AnyRouter): Promise<unknown> {
  // The router's own effect would miss a navigation made meanwhile.
  const unsubscribe = router.history.subscribe(() => void router.load())
  router.subscribe('onRendered', unsubscribe)
  const loaded = router.load().catch(() => undefined)
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, SCREEN_PATIENCE_MS))])
}

/** Fetched when the page is idle or on first use, so that it does not delay the feed. */
const signing = () => import('#src/session/sign-in-out.ts')

const warn = (error: unknown) => console.warn('Who is signed in here could not be followed.', error)

/**
 * Returns the member signed in on this device. The device's record in IndexedDB decides, since
 * localStorage may lose the last seconds; without a record the spec's key in localStorage does.
 */
async function whoIsHere(device: KeyValueStore): Promise<Device> {
  const remembered = readStoredMember()
  try {
    const who = await atMost(findDevice(device))
    if (who === undefined) return remembered === null ? NOBODY : await enterDevice(device, remembered)
    if (who.name === null) forgetMember()
    else rememberMember(who.name)
    return who
  } catch (error) {
    console.warn('This device keeps no record of who is signed in.', error)
    return { name: remembered, generation: 0 }
  }
}
