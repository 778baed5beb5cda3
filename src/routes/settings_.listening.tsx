import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { FollowedAccount } from '#src/listening/followed-accounts/FollowedAccount.tsx'
import { IgnoredArtists } from '#src/listening/ignored/IgnoredArtists.tsx'
import { ListeningHistory, StoredListensActions } from '#src/listening/imports/ListeningHistory.tsx'
import { MusicAccount } from '#src/listening/music-accounts/MusicAccount.tsx'
import { RelaySettings } from '#src/listening/relays/RelaySettings.tsx'
import { Players } from '#src/listening/scrobbling/Players.tsx'
import { ProgramAccess } from '#src/listening/scrobbling/ProgramAccess.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/listening')({
  /** From Last.fm's redirect, `for`: `scrobbling` for a relay. `token` alone: a program's request. */
  validateSearch: v.object({
    proof: v.optional(v.string()),
    token: v.optional(v.string()),
    for: v.optional(v.string()),
  }),
  staticData: { title: 'Connections', beside: 'settings' },
  component: Connections,
})

/** Where listens come from, where they go, and the files for both. */
function Connections() {
  const { proof, token, for: purpose } = Route.useSearch()
  const navigate = useNavigate()
  const onUsed = () => void navigate({ to: '/settings/listening', search: {}, replace: true })
  const back = proof !== undefined && token !== undefined ? { proof: { proof, token, onUsed } } : undefined
  // The parameters are removed once they are used; the order stays.
  const [first] = useState(() => {
    if (token === undefined) return undefined
    return purpose === 'scrobbling' ? 'scrobbling' : back && 'account'
  })
  return (
    <MemberScreen title="Connections" actions={<RefreshButton />}>
      {(member) => {
        const account = <MusicAccount key="account" member={member} {...(first === 'account' && back)} />
        const scrobbling = (
          <Stack key="scrobbling" gap="xxl">
            {token !== undefined && first === 'scrobbling' && back === undefined && (
              <ProgramAccess key={token} member={member} token={token.slice(0, 64)} />
            )}
            <Players member={member} />
            <RelaySettings member={member} {...(first === 'scrobbling' && back)} />
          </Stack>
        )
        return (
          <Stack gap="xxl">
            {first === 'account' && account}
            {first === 'scrobbling' && scrobbling}
            <ListeningHistory member={member} />
            {first !== 'account' && account}
            <FollowedAccount member={member} />
            {first !== 'scrobbling' && scrobbling}
            <IgnoredArtists member={member} />
            <StoredListensActions member={member} />
          </Stack>
        )
      }}
    </MemberScreen>
  )
}
