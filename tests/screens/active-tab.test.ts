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
  vi.spyOn(window, 'scrollY', 'get').mockReturnValueOnce(900)
  onTestFinished(() => void vi.restoreAllMocks())
  await screen.press(/^Feed/)
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  expect([requests(), screen.address()]).toEqual([before, '/'])
  await screen.press(/^Feed/)
  await expect.poll(requests).toBe(before + 1)
})
