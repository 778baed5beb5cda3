import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NextPath } from '#src/accounts/session/next-path.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { LoginForm } from '#src/accounts/sign-in/LoginForm.tsx'
import { SignedInNotice } from '#src/accounts/sign-in/SignedInNotice.tsx'
import { FinishSignIn } from '#src/accounts/single-sign-on/FinishSignIn.tsx'
import { signInText } from '#src/accounts/single-sign-on/sign-in-text.ts'
import { SignInScreen } from '#src/layout/SignInScreen.tsx'
import { RetainedNotice } from '#src/outbox/RetainedNotice.tsx'

export const Route = createFileRoute('/login')({
  /** `sso`: how a sign-in at the provider has ended. */
  validateSearch: v.object({ next: NextPath, sso: v.optional(v.string()) }),
  staticData: { title: 'Log in', beside: 'company' },
  component: Login,
})

function Login() {
  const { next = '/', sso } = Route.useSearch()
  const { member } = useSession()
  return (
    <SignInScreen title="Log in" back={{ label: 'Back to Feed', to: '/' }}>
      {sso === 'signed_in' ? (
        <FinishSignIn next={next} />
      ) : (
        <>
          <SignedInNotice next={next} />
          {member === null && <RetainedNotice />}
          <LoginForm next={next} failed={sso === undefined ? undefined : signInText(sso)} />
        </>
      )}
    </SignInScreen>
  )
}
