import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getSession } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { Loading } from '#src/cache/QueryState.tsx'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { useSession } from '../session/session.ts'

/** Signs this device in as the member of the session with which the provider has sent the browser back. */
export function FinishSignIn({ next }: { next: string }) {
  const { failure, isBusy, finish } = useFinishSignIn(next)
  if (failure === undefined) return <Loading>Logging you in...</Loading>
  const retry = (
    <Button variant="quiet" busy={isBusy} onClick={finish}>
      Try Again
    </Button>
  )
  return <Alert action={retry}>{failure}</Alert>
}

function useFinishSignIn(next: string) {
  const { enter } = useSession()
  const navigate = useNavigate()
  const { failure, isBusy, attempt } = useAttempt('Login failed')
  const finish = () =>
    void attempt(async () => {
      const { viewer } = await call(getSession, {})
      if (viewer === null) await navigate({ to: '/login', search: { next, sso: 'failed' }, replace: true })
      else await enter(viewer, next)
    })
  // Once: the page was opened by the provider's redirect.
  // oxlint-disable-next-line react/exhaustive-deps -- `finish` changes with each render
  useEffect(finish, [])
  return { failure, isBusy, finish }
}
