import type { ReactNode } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Note } from '#src/ui/Text.tsx'
import { useSend } from './useSend.ts'

interface ConnectButtonProps {
  title: string
  /** Resolves to the address of the service's login. */
  connect: () => Promise<{ url: string }>
  /** What happens there. */
  children: ReactNode
}

/** Leads to the login of a service, which leads back. */
export function ConnectButton({ title, connect, children }: ConnectButtonProps) {
  const { failure, isBusy, send } = useSend()
  const go = () => send(async () => location.assign((await connect()).url))
  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      <Note>{children}</Note>
      <Button block busy={isBusy} onClick={() => void go()}>
        Connect with {title}
      </Button>
    </>
  )
}
