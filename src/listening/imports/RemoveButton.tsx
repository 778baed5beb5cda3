import type { ReactNode } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
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
  return (
    <ConfirmButton
      {...{ label, title }}
      aria-label={`${label} ${subject}`}
      onConfirm={() => dispatch(removeListens, action)}
    >
      <Text>{children}</Text>
    </ConfirmButton>
  )
}
