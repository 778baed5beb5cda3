import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { RelaySettings } from '#src/listening/relays/RelaySettings.tsx'
import { Players } from '#src/listening/scrobbling/Players.tsx'
import { ProgramAccess } from '#src/listening/scrobbling/ProgramAccess.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/scrobbling')({
  /**
   * `token` alone: a program asks for access; `/api/auth/` leads here. With `proof`, both are the
   * parameters of Last.fm's redirect.
   */
  validateSearch: v.object({ proof: v.optional(v.string()), token: v.optional(v.string()) }),
  staticData: { title: 'Scrobble from your players', beside: 'settings' },
  component: Scrobbling,
})

function Scrobbling() {
  const { proof, token } = Route.useSearch()
  const navigate = useNavigate()
  const onUsed = () => void navigate({ to: '/settings/scrobbling', search: {}, replace: true })
  const isBack = proof !== undefined && token !== undefined
  const back = {
    label: 'Back to Listening history',
    render: (linkProps: object) => <Link to="/settings/listening" {...linkProps} />,
  }
  return (
    <MemberScreen title="Scrobble from your players" back={back}>
      {(member) => (
        <Stack gap="xxl">
          {token !== undefined && !isBack && <ProgramAccess key={token} member={member} token={token.slice(0, 64)} />}
          <Players member={member} />
          <RelaySettings member={member} {...(isBack ? { proof: { proof, token, onUsed } } : {})} />
        </Stack>
      )}
    </MemberScreen>
  )
}
