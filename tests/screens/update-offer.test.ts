import { expect, onTestFinished, test, vi } from 'vitest'
import { offerUpdate } from '#src/browser/offer-update.ts'
import { currentToast } from '#src/ui/toast.ts'
import { perform } from './perform.ts'

const isOffered = () => {
  const toast = currentToast.read()
  return toast?.isOpen === true && toast.title === 'A new version is ready'
}

test('a new version is offered beside the slider of the player, and waits on a form', async () => {
  const slider = document.body.appendChild(document.createElement('input'))
  slider.type = 'range'
  const field = document.createElement('input')
  onTestFinished(() => {
    slider.remove()
    field.remove()
  })
  await perform(() => offerUpdate(() => {}))
  expect(isOffered()).toBe(true)
  await perform(() => document.body.append(field))
  await vi.waitFor(() => expect(isOffered()).toBe(false))
  await perform(() => field.remove())
  await vi.waitFor(() => expect(isOffered()).toBe(true))
})
