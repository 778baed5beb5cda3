import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Stack } from './Stack.tsx'

interface FormProps {
  onSubmit: () => unknown
  /** Above the fields, which retain their input. */
  failure?: string | undefined
  gap?: 'm' | 'l'
  id?: string
  label?: string
  children: ReactNode
}

/** A form with fields that are validated by `onSubmit`, not by the browser. */
export const Form = ({ onSubmit, failure, gap = 'm', id, label, children }: FormProps) => (
  <form
    id={id}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <Stack gap={gap}>
      {failure && <Alert>{failure}</Alert>}
      {children}
    </Stack>
  </form>
)
