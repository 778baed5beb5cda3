import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '#src/accounts/queries.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { IconLink } from '#src/ui/IconButton.tsx'
import { settingsIcon } from '#src/ui/later-icons.ts'
import { ForVisitors } from './-screens/ForVisitors.tsx'
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
  const settings = <IconLink icon={settingsIcon} label="Settings" to="/settings" />
  return (
    <Screen isSpread header={<ScreenHeader title="Profile" actions={settings} />}>
      <ForVisitors
        text="Log in to see your profile data!"
        more="It has your swag, your charts, your broadcasts, and how your weeks sounded."
      />
    </Screen>
  )
}
