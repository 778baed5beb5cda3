import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '#src/accounts/queries.ts'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { IconLink } from '#src/ui/IconButton.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { settingsIcon } from '#src/ui/later-icons.ts'
import { OwnProfile } from './-screens/OwnProfile.tsx'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'Your profile' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, profileQuery(member))
  },
  component: Profile,
})

const popularMusic = async () => (await import('#src/listening/music/PopularMusic.tsx')).PopularMusic
const NONE = {}

function Profile() {
  const { member } = useSession()
  if (member !== null) return <OwnProfile member={member} />
  const settings = <IconLink icon={settingsIcon} label="Settings" to="/settings" />
  return (
    <Screen header={<ScreenHeader title="Profile" actions={settings} />}>
      <LogInPrompt
        text="Log in to see your profile data!"
        more="It has your swag, your charts, your broadcasts, and how your weeks sounded."
      />
      <LazyComponent load={popularMusic} props={NONE} />
    </Screen>
  )
}
