import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import * as css from './Dialog.css.ts'
import { IconButton } from './IconButton.tsx'
import { Heading } from './Text.tsx'

/** Joins `isOpen` to the native dialog, which traps focus and gives it back to what had it. */
function useModalDialog(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const node = dialog.current
    if (!node || !isOpen) return
    node.showModal()
    // The question is read first; the browser alone would go to the close button.
    node.querySelector<HTMLElement>('[data-dialog-title]')?.focus()
    // Closed before React takes it out of the document: only then the browser gives the focus back.
    return () => node.close()
  }, [isOpen])
  return dialog
}

interface DialogProps {
  isOpen: boolean
  /** Asked for by Escape, the close button or a press beside it. The parent decides, and sets `isOpen`. */
  onClose: () => void
  title: string
  /** `question`: a sheet or a card. `panel`: a whole phone, or the side of a desk. */
  look?: keyof typeof css.dialog
  /** Buttons below the content. */
  actions?: ReactNode
  children?: ReactNode
}

/** A modal dialog: the native one, since it needs no injected styles (CSP) and no library. */
export function Dialog({ isOpen, onClose, title, look = 'question', actions, children }: DialogProps) {
  const dialog = useModalDialog(isOpen)
  const titleId = useId()
  return (
    // The press on the backdrop is a second way to close; Escape and the button are the keyboard's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog[look]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {isOpen && (
        <div className={css.inside}>
          <div className={css.head}>
            <div className={css.title} tabIndex={-1} data-dialog-title>
              <Heading level={2} look="card" id={titleId}>
                {title}
              </Heading>
            </div>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          {children}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
