import { expect, onTestFinished, test, vi } from 'vitest'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

/**
 * Presses the scrolled feed's tab until it scrolls to its top: its code is loaded once the page is
 * idle.
 */
async function scrollToTop(screen: Awaited<ReturnType<typeof showScreen>>) {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const scrollY = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
  onTestFinished(() => void vi.restoreAllMocks())
  await vi.waitFor(async () => {
    await screen.press(/^Feed/)
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  }, 25_000)
  return scrollY
}

test('the tab of the screen that is shown leads to its top, and refreshes it there', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [] } })
  const screen = await showScreen('/', 'ada')
  await screen.contains('No broadcasts yet')
  const requests = () => host.requests('get-broadcasts').length
  const before = requests()
  const scrollY = await scrollToTop(screen)
  expect([requests(), screen.address()]).toEqual([before, '/'])
  scrollY.mockReturnValue(0)
  await screen.press(/^Feed/)
  await expect.poll(requests).toBe(before + 1)
})

test('a tab returns to where its screen was left', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [] } })
  const screen = await showScreen('/', 'ada')
  await screen.contains('No broadcasts yet')
  const scrollY = await scrollToTop(screen)
  scrollY.mockReturnValue(0)
  await screen.press(/^Search/)
  await screen.contains('Find Users')
  await screen.enters('Music, people and broadcasts', 'bo')
  // The tab has the button's name.
  await perform(() => document.querySelector('form')?.requestSubmit())
  await screen.waits(() => expect(screen.address()).toBe('/search?user=bo'))
  await screen.press(/^Feed/)
  await screen.contains('No broadcasts yet')
  await screen.press(/^Search/)
  await screen.waits(() => expect(screen.address()).toBe('/search?user=bo'))
})
