import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { RequestResetForm } from '#src/accounts/sign-in/RequestResetForm.tsx'
import { ResetForm } from '#src/accounts/sign-in/ResetForm.tsx'
import { Loading } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { SignInScreen } from '#src/layout/SignInScreen.tsx'

export const Route = createFileRoute('/reset')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  staticData: { title: 'New password', beside: 'company' },
  component: Reset,
})

function Reset() {
  const { token } = Route.useSearch()
  const { value: instance, error } = useLive(instanceQuery, { enabled: token === undefined })
  const isLoading = token === undefined && instance === undefined && error === null
  const isRequest = token === undefined && instance?.mail === true
  return (
    <SignInScreen
      title={isRequest ? 'Forgot your password?' : 'New password'}
      back={{ label: 'Back to log in', to: '/login' }}
    >
      {isLoading ? <Loading>Loading...</Loading> : isRequest ? <RequestResetForm /> : <ResetForm token={token ?? ''} />}
    </SignInScreen>
  )
}
