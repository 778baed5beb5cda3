import { type ComponentProps, useState } from 'react'
import { Button } from './Button.tsx'
import { FormDialog } from './FormDialog.tsx'

type DialogProps = ComponentProps<typeof FormDialog>

interface ConfirmButtonProps
  extends Pick<ComponentProps<typeof Button>, 'aria-label' | 'block' | 'size' | 'variant' | 'disabled'>,
    Pick<DialogProps, 'title' | 'cancel' | 'failure' | 'isBusy' | 'children'> {
  label: string
  /** The label in the dialog, if it is another one. */
  submit?: string
  /** The dialog closes, unless the function resolves to false. */
  onConfirm: () => unknown
}

/** A button for what cannot be taken back: a dialog asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, submit = label, title, cancel, failure, isBusy, onConfirm, children, ...button } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const confirm = async () => {
    if ((await onConfirm()) !== false) close()
  }
  return (
    <>
      <Button variant="quiet" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog isDangerous {...{ title, submit, cancel, failure, isBusy }} onSubmit={confirm} onClose={close}>
          {children}
        </FormDialog>
      )}
    </>
  )
}
