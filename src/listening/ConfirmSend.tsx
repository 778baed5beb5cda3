import type { ComponentProps } from 'react'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useSend } from './useSend.ts'

interface ConfirmSendProps extends Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm' | 'failure' | 'isBusy'> {
  send: () => Promise<unknown>
  /** The toast after it. */
  done: string
  unreachable?: string
  /** Replaces `submit` while the change is sent. */
  submitting?: string
}

/** Sends a change that cannot be taken back, after a confirmation. */
export function ConfirmSend({ send: work, done, unreachable, submitting, children, ...question }: ConfirmSendProps) {
  const { failure, isBusy, send } = useSend(unreachable)
  return (
    <ConfirmButton
      {...question}
      {...{ failure, isBusy }}
      {...(isBusy && submitting !== undefined && { submit: submitting })}
      onConfirm={() => send(work, done)}
    >
      <Text>{children}</Text>
    </ConfirmButton>
  )
}
