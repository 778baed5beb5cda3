import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { NextPath } from '#src/accounts/session/next-path.ts'
import { PendingSignUp } from '#src/accounts/sign-in/PendingSignUp.tsx'
import { SignedInNotice } from '#src/accounts/sign-in/SignedInNotice.tsx'
import { SignupForm } from '#src/accounts/sign-in/SignupForm.tsx'
import { InvitationNotice } from '#src/instance/InvitationNotice.tsx'
import { SignInScreen } from '#src/layout/SignInScreen.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'

export const Route = createFileRoute('/signup')({
  /** `invitation`: the code from an invitation link. `sso`: `sign_up` after the provider. */
  validateSearch: v.object({
    next: NextPath,
    invitation: v.optional(v.string()),
    sso: v.optional(v.string()),
  }),
  staticData: { title: 'Sign up', beside: 'company' },
  component: Signup,
})

function Signup() {
  const { next, invitation, sso } = Route.useSearch()
  return (
    <SignInScreen title="Sign up" back={{ label: 'Back to log in', to: '/login', search: { next } }}>
      <SignedInNotice next={next ?? '/'} />
      <Stack gap="l">
        <InvitationNotice code={invitation} />
        {sso === 'sign_up' ? (
          <PendingSignUp next={next ?? '/'} invitation={invitation} />
        ) : (
          <SignupForm next={next ?? '/'} invitation={invitation} />
        )}
        <Note>
          <Link to="/about">Rules and privacy of this server</Link>
        </Note>
      </Stack>
    </SignInScreen>
  )
}
