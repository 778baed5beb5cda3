import { type ReactNode, useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
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
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} aria-label={`${label} ${subject}`}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog isDangerous title={title} submit={label} onSubmit={confirm} onClose={close}>
          <Text>{children}</Text>
        </FormDialog>
      )}
    </>
  )
}
