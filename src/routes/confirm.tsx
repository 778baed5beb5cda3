import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ConfirmEmail } from '#src/accounts/email/ConfirmEmail.tsx'
import { SignInScreen } from '#src/layout/SignInScreen.tsx'

export const Route = createFileRoute('/confirm')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  staticData: { title: 'Confirm email', beside: 'company' },
  component: Confirm,
})

function Confirm() {
  const { token } = Route.useSearch()
  return (
    <SignInScreen title="Confirm email" back={{ label: 'Back to Feed', to: '/' }}>
      <ConfirmEmail token={token ?? ''} />
    </SignInScreen>
  )
}
