import { expect, test, vi } from 'vitest'
import { createDeviceSetting } from '#src/ui/device-setting.ts'
import './setup.ts'

test('a value by another tab is read, also while no screen shows the setting', () => {
  const setting = createDeviceSetting('setting')
  setting.set('by this tab')
  expect(localStorage.getItem('setting')).toBe('by this tab')
  localStorage.setItem('setting', 'by another tab')
  expect(setting.read()).toBe('by another tab')
})

test('a value that cannot be stored lasts until the page is left', () => {
  const setting = createDeviceSetting('setting')
  setting.set('stored')
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => 'stored', setItem: full, removeItem: full })
  vi.spyOn(console, 'warn').mockReturnValue()
  setting.set('unstored')
  expect(setting.read()).toBe('unstored')
  setting.set(null)
  expect(setting.read()).toBeNull()
})
