import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Stack } from './Stack.tsx'
import { useFocusRestore } from './useFocusRestore.ts'

interface FormDialogProps {
  title: string
  /** The submit button's label. */
  submit: string
  /** The close button's label. */
  cancel?: string
  isDangerous?: boolean
  failure: string | undefined
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with the form for one change, which is submitted once at a time. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, cancel = 'Cancel', isDangerous = false, failure, isBusy, onSubmit, onClose, children } = props
  const form = useId()
  // The button that opened the dialog may disappear, for example with its row.
  useFocusRestore()
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        {cancel}
      </Button>
      <Button block type="submit" form={form} busy={isBusy} {...(isDangerous ? { variant: 'danger' } : {})}>
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} actions={actions}>
      <form id={form} onSubmit={handleSubmit} noValidate>
        <Stack gap="m">
          {failure && <Alert>{failure}</Alert>}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
