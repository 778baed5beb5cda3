import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { type PageSession, SessionContext } from '#src/accounts/session/session.ts'
import { watchRequests } from '#src/api/watch.ts'
import { createAppRouter } from '#src/app/router.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import { refreshAll } from '#src/cache/refetch.ts'
import { type Device, enterDevice, openDeviceStore, SIGNED_OUT } from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { startDeviceSession } from '#src/session/member-session.ts'
import { perform } from './perform.ts'

/** Waits for what a screen shows: a route's first render loads its code. */
const PATIENCE = { timeout: 15_000, interval: 25 }

/**
 * Shows the screen at an address to a member, or to a visitor, with the real router, cache and
 * outbox.
 */
export async function showScreen(path: string, name: string | null) {
  const device = openDeviceStore()
  const who: Device = name === null ? SIGNED_OUT : await enterDevice(device, name)
  let isOnline = true
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => isOnline })
  watchRequests(connectivity)
  const deviceSession = await startDeviceSession(device, connectivity, who)
  const session: PageSession = {
    member: name,
    signal: deviceSession.signal,
    sendNow: async (client_ids) => deviceSession.life?.sendNow(client_ids),
    completeLogout: async () => undefined,
    enter: async () => undefined,
    leave: async () => undefined,
  }
  const router = createAppRouter(
    { client: deviceSession.client, member: name },
    createMemoryHistory({ initialEntries: [path] }),
  )
  const routes = createElement(RouterProvider, { router })
  const withSession = createElement(SessionContext, { value: session }, routes)
  const withConnection = createElement(ConnectivityContext, { value: connectivity }, withSession)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  await perform(() => root.render(createElement(QueryClientProvider, { client: deviceSession.client }, withConnection)))
  onTestFinished(async () => {
    await perform(() => root.unmount())
    deviceSession.end()
    element.remove()
  })
  const refresh = () => perform(() => refreshAll(deviceSession.client))
  /** Loses the connection: open requests stay without a response. */
  const goOffline = () =>
    perform(() => {
      isOnline = false
      connectivity.navigatorChanged()
    })
  return { ...screenOf(element, () => router.state.location.href), refresh, goOffline, client: deviceSession.client }
}

/** What a person can see and press. */
const screenOf = (element: HTMLElement, address: () => string) => {
  const all = (selector: string) => [...element.querySelectorAll<HTMLElement>(selector)]
  const texts = () => all('*').flatMap((node) => (isText(node) ? [node.textContent.trim()] : []))
  const settled = (look: () => void) => vi.waitFor(look, PATIENCE)
  const getField = async (name: string): Promise<HTMLInputElement | HTMLTextAreaElement> => {
    const find = () =>
      all('input, textarea').find((node) => [nameOf(node), labelOf(node), placeholderOf(node)].includes(name))
    await settled(() => expect(find(), `a field named ${name}`).toBeDefined())
    // the selector allows these two only
    return find() as HTMLInputElement | HTMLTextAreaElement
  }
  return {
    address,
    /** Waits until an element has exactly this text. */
    shows: (text: string) => settled(() => expect(texts(), element.textContent).toContain(text)),
    /** Waits until no element has this text. */
    hides: (text: string) => settled(() => expect(texts()).not.toContain(text)),
    /** Waits until some text contains these words. */
    contains: (words: string | RegExp) => settled(() => expect(element.textContent).toMatch(words)),
    /**
     * Presses the first button, link, option or radio button with this name, as soon as there is
     * one that is enabled.
     */
    press: async (name: string | RegExp) => {
      const find = () => all(PRESSABLE).find((node) => isNamed(nameOf(node), name))
      await settled(() => expect(find(), `what is named ${name}`).toBeDefined())
      await perform(() => find()?.click())
    },
    /** Presses an offered option. */
    chooses: (name: string) =>
      perform(() =>
        all('[role=option]')
          .find((node) => wordsOf(node) === name)
          ?.click(),
      ),
    /** Types into the field with this placeholder or label, and presses Enter. */
    enters: async (name: string, words: string) => {
      const field = await getField(name)
      await perform(() => enter(field, words))
    },
    /** Types into the field with this placeholder or label: one input event per character. */
    types: async (name: string, words: string) => {
      const field = await getField(name)
      for (const letter of words) await perform(() => input(field, field.value + letter))
    },
    /**
     * Presses a key in the field with this placeholder or label. Returns whether it was handled.
     */
    presses: async (name: string, key: string): Promise<boolean> => {
      const field = await getField(name)
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      await perform(() => field.dispatchEvent(event))
      return event.defaultPrevented
    },
    /** Waits for the field with this placeholder or label. */
    getField,
    /** The options that are shown, by name, and the field's active one. */
    options: () => all('[role=listbox]:not([hidden]) [role=option]').map(wordsOf),
    activeOption: () => {
      const id = document.querySelector('[aria-activedescendant]')?.getAttribute('aria-activedescendant')
      const option = id ? document.getElementById(id) : null
      return option === null ? undefined : wordsOf(option)
    },
    /** Waits until this is so. */
    waits: (look: () => void) => settled(look),
    /** All text that is shown. */
    text: () => element.textContent,
    /** The buttons that are shown, by name. */
    buttons: () => all('button').map(nameOf),
    /** Presses the switch with this name, and waits until it is on, or off. */
    turns: async (name: string, isOn: boolean) => {
      const find = () => all('[role=switch]').find((node) => nameOf(node).startsWith(name))
      await settled(() => expect(find(), `a switch named ${name}`).toBeDefined())
      await perform(() => find()?.click())
      await settled(() => expect(find()).toHaveProperty('checked', isOn))
    },
    /** The shown fields' values. */
    values: () => all('input:not([role=switch])').map((node) => node instanceof HTMLInputElement && node.value),
    /** The links that are shown, by name, and by target. */
    links: () => all('a').map(nameOf),
    targets: () => all('a').map((link) => link.getAttribute('href')),
  }
}

const PRESSABLE =
  'button:not([disabled]):not([aria-disabled=true]), a, [role=option], input[type=radio]:not([disabled])'

/** React listens to the setter on the element's own class. */
function input(field: HTMLInputElement | HTMLTextAreaElement, words: string) {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  own?.set?.call(field, words)
  // A field for an email address has no selection.
  if (field.type !== 'email') field.setSelectionRange(words.length, words.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function enter(field: HTMLInputElement | HTMLTextAreaElement, words: string) {
  input(field, words)
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

const nameOf = (node: HTMLElement): string =>
  node.getAttribute('aria-label') ?? (node.textContent.trim() || (node.closest('label')?.textContent.trim() ?? ''))
/** The text without what is drawn, such as an avatar's letter. */
const wordsOf = (node: HTMLElement): string => {
  const copy = node.cloneNode(true) as HTMLElement // a clone of an element is one
  for (const drawn of copy.querySelectorAll('[aria-hidden=true]')) drawn.remove()
  return copy.textContent.trim()
}
const labelOf = ({ id }: HTMLElement) => document.querySelector(`label[for="${id}"]`)?.textContent.trim()
const placeholderOf = (node: HTMLElement) => node.getAttribute('placeholder')
const isNamed = (found: string, name: string | RegExp) => (typeof name === 'string' ? found === name : name.test(found))
const isText = (node: HTMLElement) => !node.closest('[hidden]') && node.textContent.trim() !== ''
