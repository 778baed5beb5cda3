import { type ReactNode, useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { type Removal, removeListens } from '../actions.ts'

interface RemoveButtonProps {
  action: Removal
  /** The verb, on both buttons. */
  label: string
  /** What is removed, for the button's name. */
  subject: string
  /** The question in the dialog. */
  title: string
  /** What it deletes. */
  children: ReactNode
}

/** Removes listens after a confirmation, also offline: the job starts once the server has the request. */
export function RemoveButton({ action, label, subject, title, children }: RemoveButtonProps) {
  const { dispatch } = useDispatch()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const confirm = () => {
    void dispatch(removeListens, action)
    close()
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={close}>
        Cancel
      </Button>
      <Button block variant="danger" onClick={confirm}>
        {label}
      </Button>
    </>
  )
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} aria-label={`${label} ${subject}`}>
        {label}
      </Button>
      {isOpen && (
        <Dialog isOpen onClose={close} title={title} actions={actions}>
          <Text>{children}</Text>
        </Dialog>
      )}
    </>
  )
}
