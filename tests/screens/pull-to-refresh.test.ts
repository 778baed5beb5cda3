import { expect, test } from 'vitest'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

type Place = readonly [x: number, y: number]

const touch = (type: string, ...places: readonly Place[]) =>
  perform(() => {
    const touches = places.map(([clientX, clientY]) => ({ clientX, clientY }))
    document.dispatchEvent(Object.assign(new Event(type), { touches }))
  })

/** Moves one finger along places and lifts it. */
async function pull(first: Place, ...others: readonly Place[]) {
  await touch('touchstart', first)
  for (const place of others) await touch('touchmove', place)
}

async function showConversations() {
  host.responds({ 'user/conversations': { conversations: [] } })
  const screen = await showScreen('/dm', 'ada')
  await screen.shows('No conversations yet')
  return () => host.requests('user/conversations').length
}
const indicator = () => document.querySelector<HTMLElement>('[aria-hidden=true][style*=rotate]')

test('a pull shows how far it is, and refreshes when the finger is lifted beyond the mark', async () => {
  const requests = await showConversations()
  const before = requests()
  await pull([100, 20], [100, 60])
  const near = Number(indicator()?.style.opacity)
  await touch('touchmove', [100, 100])
  expect(Number(indicator()?.style.opacity)).toBeGreaterThan(near)
  await touch('touchend')
  expect([requests(), indicator()]).toEqual([before, null])
  await pull([100, 20], [100, 60], [105, 130])
  await touch('touchend')
  await expect.poll(requests).toBe(before + 1)
})

test.each<[string, () => Promise<void>]>([
  ['to the side first', () => pull([100, 20], [140, 30], [140, 200])],
  ['with two fingers', () => touch('touchstart', [100, 20], [200, 20])],
  [
    'in a dialog',
    async () => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.setAttribute('open', '')
      await pull([100, 20], [100, 200])
      dialog.remove()
    },
  ],
  [
    'that the system takes over',
    async () => {
      await pull([100, 20], [100, 200])
      await touch('touchcancel')
    },
  ],
])('a pull %s does not refresh', async (_, move) => {
  const requests = await showConversations()
  const before = requests()
  await move()
  await touch('touchend')
  expect([requests(), indicator()]).toEqual([before, null])
})
