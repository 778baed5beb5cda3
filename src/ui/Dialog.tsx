import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import * as css from './Dialog.css.ts'
import { IconButton } from './IconButton.tsx'
import { closeIcon } from './later-icons.ts'
import { Heading } from './Text.tsx'

/** Opens the native dialog, which traps the focus and restores it on close. */
function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const node = dialog.current
    if (!node) return
    node.showModal()
    // Focuses the title first; the browser would focus the close button.
    node.querySelector<HTMLElement>('[data-dialog-title]')?.focus()
    // Closes before React removes it from the document; the browser restores the focus only then.
    return () => node.close()
  }, [])
  return dialog
}

interface DialogProps {
  /** Called by Escape, the close button or the backdrop. The parent then renders it no more. */
  onClose: () => void
  title: string
  variant?: keyof typeof css.dialog
  actions?: ReactNode
  children: ReactNode
}

/** A modal dialog: the native one, since it needs no injected styles (CSP) and no library. */
export function Dialog({ onClose, title, variant = 'question', actions, children }: DialogProps) {
  const dialog = useModalDialog()
  const titleId = useId()
  return (
    // A press on the backdrop also closes the dialog; the keyboard has Escape and the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog[variant]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={css.inside}>
        <div className={css.head}>
          <div className={css.title} tabIndex={-1} data-dialog-title>
            <Heading level={2} look="title" id={titleId}>
              {title}
            </Heading>
          </div>
          <IconButton icon={closeIcon} label="Close" onClick={onClose} />
        </div>
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
