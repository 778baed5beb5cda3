import { expect, onTestFinished, test, vi } from 'vitest'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

test('the tab of the screen that is shown leads to its top, and refreshes it there', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [] } })
  const screen = await showScreen('/', 'ada')
  await screen.contains('No broadcasts yet')
  const requests = () => host.requests('get-broadcasts').length
  const before = requests()
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const scrollY = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
  onTestFinished(() => void vi.restoreAllMocks())
  // Its code is loaded once the page is idle.
  await vi.waitFor(async () => {
    await screen.press(/^Feed/)
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  }, 10_000)
  expect([requests(), screen.address()]).toEqual([before, '/'])
  scrollY.mockReturnValue(0)
  await screen.press(/^Feed/)
  await expect.poll(requests).toBe(before + 1)
})
