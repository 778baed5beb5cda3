import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSend } from './useSend.ts'

interface UnlinkButtonProps {
  /** What is unlinked. */
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
  const [isOpen, setOpen] = useState(false)
  const { failure, isBusy, send } = useSend()
  const close = () => setOpen(false)
  const confirm = async () => {
    if (!(await send(unlink))) return
    toast({ title: done })
    close()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} aria-label={`Unlink ${label}`}>
        Unlink
      </Button>
      {isOpen && (
        <FormDialog
          isDangerous
          submit="Unlink"
          onSubmit={() => void confirm()}
          onClose={close}
          {...{ title, failure, isBusy }}
        >
          <Text>{children}</Text>
        </FormDialog>
      )}
    </>
  )
}
