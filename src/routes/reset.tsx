import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetForm } from '#src/accounts/session/ResetForm.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'

export const Route = createFileRoute('/reset')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  staticData: { title: 'New password' },
  component: Reset,
})

function Reset() {
  const { token } = Route.useSearch()
  const back = { label: 'Back to log in', render: (linkProps: object) => <Link to="/login" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="New password" back={back} />}>
      <ResetForm token={token ?? ''} />
    </Screen>
  )
}
