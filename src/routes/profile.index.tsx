import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { OwnProfile } from './-screens/OwnProfile.tsx'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'Your profile' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, profileQuery(member))
  },
  component: Profile,
})

function Profile() {
  const { member } = useSession()
  if (member !== null) return <OwnProfile member={member} />
  const settings = <IconButton icon="settings" label="Settings" render={(look) => <Link to="/settings" {...look} />} />
  return (
    <Screen header={<ScreenHeader title="Profile" actions={settings} />}>
      <LogInPrompt text="Log in to see your profile data!" />
    </Screen>
  )
}
