import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { NextPath } from '#src/accounts/session/next-path.ts'
import { SignedInNotice } from '#src/accounts/session/SignedInNotice.tsx'
import { SignupForm } from '#src/accounts/session/SignupForm.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'

export const Route = createFileRoute('/signup')({
  validateSearch: v.object({ next: NextPath }),
  staticData: { title: 'Sign up' },
  component: Signup,
})

function Signup() {
  const { next } = Route.useSearch()
  const back = {
    label: 'Back to log in',
    render: (linkProps: object) => <Link to="/login" search={{ next }} {...linkProps} />,
  }
  return (
    <Screen header={<ScreenHeader title="Sign up" back={back} />}>
      <SignedInNotice next={next ?? '/'} />
      <SignupForm next={next ?? '/'} />
    </Screen>
  )
}
