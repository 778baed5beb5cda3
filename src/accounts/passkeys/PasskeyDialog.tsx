import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { useFocusRestore } from '#src/ui/useFocusRestore.ts'

interface PasskeyDialogProps {
  title: string
  /** The label of the button that submits. */
  submit: string
  isDangerous?: boolean
  failure: string | undefined
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with the form of one change. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const { title, submit, isDangerous = false, failure, isBusy, onSubmit, onClose, children } = props
  const form = useId()
  // The button of a removed passkey disappears with its row.
  useFocusRestore()
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        Cancel
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
