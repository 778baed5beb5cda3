import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, defaultDurationMs, dismissToast, removeAfterMs, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function describeToast() {
  const shown = currentToast.read()
  return shown && `${shown.title}${shown.isOpen ? '' : ' (closed)'}`
}

test('the numbers are those of the specification', () => {
  expect([removeAfterMs, defaultDurationMs]).toEqual([1_000_000, 5_000])
})

test('a second toast takes the place of the first', () => {
  toast({ title: 'Broadcast deleted' })
  toast({ title: 'Saved' })
  expect(describeToast()).toBe('Saved')
})

test('a dismissed toast closes at once and is removed after 1,000,000 ms, not before', () => {
  toast({ title: 'Saved' }).dismiss()
  expect(describeToast()).toBe('Saved (closed)')
  vi.advanceTimersByTime(999_999)
  expect(describeToast()).toBe('Saved (closed)')
  vi.advanceTimersByTime(1)
  expect(describeToast()).toBeUndefined()
})

test('dismissing twice does not put the removal off', () => {
  const shown = toast({ title: 'Saved' })
  shown.dismiss()
  vi.advanceTimersByTime(600_000)
  shown.dismiss()
  vi.advanceTimersByTime(400_000)
  expect(describeToast()).toBeUndefined()
})

test('the removal of a dismissed toast leaves the next one', () => {
  toast({ title: 'Old' }).dismiss()
  vi.advanceTimersByTime(900_000)
  toast({ title: 'New' })
  vi.advanceTimersByTime(200_000)
  expect(describeToast()).toBe('New')
})

test('a toast that was replaced does not dismiss its successor', () => {
  const old = toast({ title: 'Old' })
  toast({ title: 'New' })
  old.dismiss()
  expect(describeToast()).toBe('New')
})

test('every change is reported until the subscription ends', () => {
  const seen: (string | undefined)[] = []
  const stop = currentToast.subscribe(() => seen.push(describeToast()))
  const shown = toast({ title: 'Sending' })
  dismissToast(shown.id)
  stop()
  toast({ title: 'Sent' })
  expect(seen).toEqual(['Sending', 'Sending (closed)'])
})
