import type { ReactNode } from 'react'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSend } from './useSend.ts'

interface UnlinkButtonProps {
  label: string
  title: string
  unlink: () => Promise<unknown>
  /** The toast after it. */
  done: string
  /** What it deletes. */
  children: ReactNode
}

/** Ends the link to another service, after a confirmation. */
export function UnlinkButton({ label, title, unlink, done, children }: UnlinkButtonProps) {
  const { failure, isBusy, send } = useSend()
  const confirm = async () => {
    const isDone = await send(unlink)
    if (isDone) toast({ title: done })
    return isDone
  }
  return (
    <ConfirmButton
      label="Unlink"
      submit="Unlink"
      aria-label={`Unlink ${label}`}
      onConfirm={confirm}
      {...{ title, failure, isBusy }}
    >
      <Text>{children}</Text>
    </ConfirmButton>
  )
}
