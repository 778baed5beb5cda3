import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { ListeningHistory } from '#src/listening/imports/ListeningHistory.tsx'
import { MusicAccount } from '#src/listening/music-accounts/MusicAccount.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'

export const Route = createFileRoute('/settings_/listening')({
  /** The parameters of Last.fm's redirect. */
  validateSearch: v.object({ proof: v.optional(v.string()), token: v.optional(v.string()) }),
  staticData: { title: 'Your listening' },
  component: Listening,
})

function Listening() {
  const { member } = useSession()
  const { proof, token } = Route.useSearch()
  const navigate = useNavigate()
  const onUsed = () => void navigate({ to: '/settings/listening', search: {}, replace: true })
  const isBack = proof !== undefined && token !== undefined
  const back = { label: 'Back to Settings', render: (linkProps: object) => <Link to="/settings" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Your listening" back={back} actions={member !== null && <RefreshButton />} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to continue" />
      ) : (
        <Stack gap="xxl">
          <MusicAccount member={member} {...(isBack ? { proof: { proof, token, onUsed } } : {})} />
          <ListeningHistory member={member} />
          <Button block variant="quiet" render={(linkProps) => <Link to="/settings/scrobbling" {...linkProps} />}>
            Scrobble From Your Players
          </Button>
        </Stack>
      )}
    </Screen>
  )
}
