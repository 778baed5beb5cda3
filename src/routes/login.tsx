import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginForm } from '#src/accounts/session/LoginForm.tsx'
import { NextPath } from '#src/accounts/session/next-path.ts'
import { SignedInNotice } from '#src/accounts/session/SignedInNotice.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: v.object({ next: NextPath }),
  staticData: { title: 'Log in' },
  component: Login,
})

function Login() {
  const { next } = Route.useSearch()
  const back = { label: 'Back to Feed', render: (linkProps: object) => <Link to="/" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Log in" back={back} />}>
      <SignedInNotice next={next ?? '/'} />
      <LoginForm next={next ?? '/'} />
    </Screen>
  )
}
