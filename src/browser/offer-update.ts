import { currentToast, toast } from '#src/ui/toast.ts'

/** Long enough to be seen after a pause. */
const OFFERED_MS = 60_000
/** What a toast must not cover: fields in which a user types, and the buttons that submit them. */
const FORM =
  'form, textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range])'

/**
 * Offers a new version on screens without a form: there it could cover a field or a submit button,
 * most of all above an on-screen keyboard. On a form it waits for the next screen. It is not
 * offered again once the user has closed it or its time is over.
 */
export function offerUpdate(update: () => void): void {
  let shown: ReturnType<typeof toast> | undefined
  let frame = 0
  const check = () => {
    frame = 0
    const current = currentToast.read()
    const isOver = shown !== undefined && (current?.id !== shown.id || !current.isOpen)
    if (isOver) return observer.disconnect()
    if (!isFormShown()) {
      shown ??= toast({
        title: 'A new version is ready',
        action: { label: 'Reload', onPress: update },
        durationMs: OFFERED_MS,
      })
    } else if (shown) {
      shown.dismiss()
      shown = undefined
    }
  }
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(check)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  check()
}

const isFormShown = () => [...document.querySelectorAll(FORM)].some((element) => element.checkVisibility())
