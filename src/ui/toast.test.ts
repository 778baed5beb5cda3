import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, dismissToast, subscribeToasts, toast } from './toast.ts'
import { defaultDurationMs, removeAfterMs, toastLimit } from './toast-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const titles = () => currentToasts().map(({ title, isOpen }) => `${title}${isOpen ? '' : ' (closed)'}`)

test('the numbers are those of the specification', () => {
  expect([toastLimit, removeAfterMs, defaultDurationMs]).toEqual([1, 1_000_000, 5_000])
})

test('a second toast takes the place of the first', () => {
  toast({ title: 'Broadcast deleted' })
  toast({ title: 'Saved' })
  expect(titles()).toEqual(['Saved'])
})

test('a dismissed toast closes at once and is removed after 1,000,000 ms, not before', () => {
  const shown = toast({ title: 'Saved' })
  shown.dismiss()
  expect(titles()).toEqual(['Saved (closed)'])
  vi.advanceTimersByTime(999_999)
  expect(titles()).toEqual(['Saved (closed)'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('dismissing twice does not put the removal off', () => {
  const shown = toast({ title: 'Saved' })
  shown.dismiss()
  vi.advanceTimersByTime(600_000)
  shown.dismiss()
  vi.advanceTimersByTime(400_000)
  expect(titles()).toEqual([])
})

test('a late removal of an old toast leaves the new one', () => {
  toast({ title: 'Old' }).dismiss()
  vi.advanceTimersByTime(900_000)
  toast({ title: 'New' })
  vi.advanceTimersByTime(200_000)
  expect(titles()).toEqual(['New'])
})

test('a shown toast can change its words, and whoever listens hears of it', () => {
  const heard: string[][] = []
  const stop = subscribeToasts(() => heard.push(titles()))
  const shown = toast({ title: 'Sending' })
  shown.update({ title: 'Sent' })
  stop()
  dismissToast(shown.id)
  expect(heard).toEqual([['Sending'], ['Sent']])
})
