import { type ComponentProps, useState } from 'react'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type DialogProps = ComponentProps<typeof FormDialog>

interface PasswordDialogProps
  extends Pick<DialogProps, 'title' | 'submit' | 'cancel' | 'isDangerous' | 'onClose' | 'children'> {
  /** The submit button's label while the change is in flight. */
  submitting?: string
  refused: string
  onConfirm: (password: string) => Promise<unknown>
}

/** Confirms a change by the password and makes it at once: a secret is never queued in an outbox. */
export function PasswordDialog({ submitting, refused, onConfirm, children, ...dialog }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt(refused)
  const submit = () => {
    if (password === '') fail('Please enter your password.')
    else void attempt(() => onConfirm(password))
  }
  return (
    <FormDialog
      {...dialog}
      submit={isBusy && submitting !== undefined ? submitting : dialog.submit}
      onSubmit={submit}
      {...{ failure, isBusy }}
    >
      {children}
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}

interface OwnPasswordFieldProps {
  value: string
  onChange: (password: string) => void
}

export const OwnPasswordField = ({ value, onChange }: OwnPasswordFieldProps) => (
  <TextField label="Your password" type="password" autoComplete="current-password" value={value} onChange={onChange} />
)
