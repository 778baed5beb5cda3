import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { FollowedAccount } from '#src/listening/followed-accounts/FollowedAccount.tsx'
import { ListeningHistory, StoredListensActions } from '#src/listening/imports/ListeningHistory.tsx'
import { MusicAccount } from '#src/listening/music-accounts/MusicAccount.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/listening')({
  /** The parameters of Last.fm's redirect. */
  validateSearch: v.object({ proof: v.optional(v.string()), token: v.optional(v.string()) }),
  staticData: { title: 'Listening history', beside: 'settings' },
  component: Listening,
})

function Listening() {
  const { proof, token } = Route.useSearch()
  const navigate = useNavigate()
  const onUsed = () => void navigate({ to: '/settings/listening', search: {}, replace: true })
  const isBack = proof !== undefined && token !== undefined
  // The parameters are removed once they are used; the order stays.
  const [isAccountFirst] = useState(isBack)
  return (
    <MemberScreen title="Listening history" actions={<RefreshButton />}>
      {(member) => {
        const account = <MusicAccount member={member} {...(isBack ? { proof: { proof, token, onUsed } } : {})} />
        return (
          <Stack gap="xxl">
            {isAccountFirst && account}
            <ListeningHistory member={member} />
            {!isAccountFirst && account}
            <FollowedAccount member={member} />
            <StoredListensActions member={member} />
            <Button block variant="quiet" render={(linkProps) => <Link to="/listens" {...linkProps} />}>
              Recent Listens
            </Button>
            <Button block variant="quiet" render={(linkProps) => <Link to="/settings/scrobbling" {...linkProps} />}>
              Scrobble From Your Players
            </Button>
          </Stack>
        )
      }}
    </MemberScreen>
  )
}
