import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { clearRememberedMember, rememberMember } from '#src/accounts/session/remembered.ts'
import { type PageSession, SessionContext } from '#src/accounts/session/session.ts'
import { watchRequests } from '#src/api/watch.ts'
import { joinDeviceChannel } from '#src/browser/device-channel.ts'
import { followNavigation } from '#src/browser/navigation.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import { refetchForSession } from '#src/cache/refetch.ts'
import { withTimeout } from '#src/cache/with-timeout.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import {
  type Device,
  enterDevice,
  findDevice,
  openDeviceStore,
  readDevice,
  SIGNED_OUT,
} from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { isSame, startDeviceSession } from '#src/session/member-session.ts'
import { readStoredMember } from '#src/startup/stored-member.ts'
import { whenIdle } from '#src/startup/when-idle.ts'
import { whenUsed } from '#src/startup/when-used.ts'
import { yieldToMain } from '#src/startup/yield.ts'
import { loadCode } from '#src/ui/load-code.ts'
import { createAppRouter } from './router.ts'

/** For loading the first screen's code behind the frame; after it an empty page renders. In ms. */
const SCREEN_TIMEOUT_MS = 10_000

/** Starts the app in `root`: reads the signed-in member, opens the device's stores, renders. */
export async function startApp(root: Root): Promise<void> {
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => navigator.onLine })
  watchRequests(connectivity)
  const device = openDeviceStore()
  // A session may have ended with its account: the member is then unknown to the server.
  const onRevoked = () =>
    void loadSignInOut()
      .then(({ leaveIfRefused }) => leaveIfRefused(context))
      .catch(warn)
  let current = await startDeviceSession(device, connectivity, await readCurrentMember(device), onRevoked)

  const createSessionRouter = () => {
    const router = createAppRouter({ client: current.client, member: current.record.name })
    followNavigation(router, current.signal)
    return router
  }
  const show = (router = createSessionRouter()) => {
    const { client, record } = current
    const routes = createElement(RouterProvider, { router })
    const withSession = createElement(SessionContext, { value: createPageSession() }, routes)
    const withConnection = createElement(ConnectivityContext, { value: connectivity }, withSession)
    const app = createElement(
      QueryClientProvider,
      { client, key: `${record.name}/${record.generation}` },
      withConnection,
    )
    // Renders in slices: the frame is already on the screen.
    startTransition(() => root.render(app))
  }

  let moves: Promise<unknown> = Promise.resolve()
  /** Runs session changes one at a time: an overlapped one would never be torn down. */
  const runInSequence = (move: () => Promise<void>): Promise<void> => {
    const moved = moves.then(move)
    moves = moved.catch(() => undefined)
    return moved
  }
  const move = async (record: Device) => {
    current.end()
    current = await startDeviceSession(device, connectivity, record, onRevoked)
    show()
  }
  /** Ends the current session and starts the one in the device's record. */
  const moveTo = (record: Device) => runInSequence(() => move(record))

  const announce = joinDeviceChannel(() => {
    void runInSequence(async () => {
      const record = await readDevice(device)
      if (!isSame(record, current.record)) await move(record)
      // Signed in again after the session had ended.
      else void refetchForSession(current.client)
    }).catch(warn)
  })

  const context = { device, connectivity, announce, moveTo, getSession: () => current }
  const createPageSession = (): PageSession => ({
    member: current.record.name,
    signal: current.signal,
    sendNow: async (client_ids) => current.life?.sendNow(client_ids),
    completeLogout: async () => (await loadSignInOut()).completeLogout(context),
    enter: async (name, next) => (await loadSignInOut()).enter(context, name, next),
    leave: async (unsent) => (await loadSignInOut()).leave(context, unsent),
  })

  // An "offline" event takes effect at once.
  window.addEventListener('offline', () => connectivity.navigatorChanged())
  await runInSequence(async () => {
    const router = createSessionRouter()
    await yieldToMain()
    await waitForScreen(router)
    show(router)
  })
  // A visitor signs in by a press.
  void (current.record.name === null ? whenUsed() : whenIdle())
    .then(() => loadCode(loadSignInOut))
    .then(({ followNetwork, leaveIfRefused }) => {
      followNetwork(context)
      return leaveIfRefused(context)
    })
    .catch(warn)
}

/**
 * Resolves when a router has loaded its screen, or after the limit. Without this, the router loads
 * the screen after its first render, which React then renders in one task. The router's own first
 * effect retries and reports a failure.
 */
function waitForScreen(router: AnyRouter): Promise<unknown> {
  // The router's own effect would miss a navigation made meanwhile.
  const unsubscribe = router.history.subscribe(() => void router.load())
  router.subscribe('onRendered', unsubscribe)
  const loaded = router.load().catch(() => undefined)
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, SCREEN_TIMEOUT_MS))])
}

/** Fetched when the page is idle or used, or for a session change, so that it does not delay the feed. */
const loadSignInOut = () => import('#src/session/sign-in-out.ts')

const warn = (error: unknown) => console.warn('The signed-in member could not be updated.', error)

/** Returns the signed-in member by IndexedDB: localStorage, its substitute, may lose the last seconds. */
async function readCurrentMember(device: KeyValueStore): Promise<Device> {
  const remembered = readStoredMember()
  try {
    const record = await withTimeout(findDevice(device))
    if (record === undefined) return remembered === null ? SIGNED_OUT : await enterDevice(device, remembered)
    if (record.name === null) clearRememberedMember()
    else rememberMember(record.name)
    return record
  } catch (error) {
    console.warn('This device has no record of the signed-in member.', error)
    return { name: remembered, generation: 0 }
  }
}
