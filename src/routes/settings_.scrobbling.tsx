import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { Players } from '#src/listening/scrobbling/Players.tsx'
import { ProgramAccess } from '#src/listening/scrobbling/ProgramAccess.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/scrobbling')({
  /** `token`: a program asks for access. `/api/auth/` leads here. */
  validateSearch: v.object({ token: v.optional(v.string()) }),
  staticData: { title: 'Scrobble from your players' },
  component: Scrobbling,
})

function Scrobbling() {
  const { token } = Route.useSearch()
  const back = {
    label: 'Back to Your listening',
    render: (linkProps: object) => <Link to="/settings/listening" {...linkProps} />,
  }
  return (
    <MemberScreen title="Scrobble from your players" back={back}>
      {(member) => (
        <Stack gap="xxl">
          {token !== undefined && <ProgramAccess key={token} member={member} token={token.slice(0, 64)} />}
          <Players member={member} />
        </Stack>
      )}
    </MemberScreen>
  )
}
