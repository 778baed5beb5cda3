import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { useFocusRestore } from './useFocusRestore.ts'

interface FormDialogProps {
  title: string
  submit: string
  cancel?: string | undefined
  isDangerous?: boolean
  isReady?: boolean
  failure?: string | undefined
  isBusy?: boolean | undefined
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A dialog for one change or its confirmation, which is submitted once at a time. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, cancel = 'Cancel', isDangerous = false, isReady = true, isBusy = false } = props
  const { failure, onSubmit, onClose, children } = props
  const form = useId()
  // The button that opened the dialog may disappear, for example with its row.
  useFocusRestore()
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        {cancel}
      </Button>
      <Button
        block
        type="submit"
        form={form}
        busy={isBusy}
        disabled={!isReady}
        variant={isDangerous ? 'danger' : 'primary'}
      >
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog onClose={onClose} title={title} actions={actions}>
      <Form id={form} onSubmit={() => !isBusy && isReady && onSubmit()} failure={failure}>
        {children}
      </Form>
    </Dialog>
  )
}
