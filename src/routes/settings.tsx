import { createFileRoute } from '@tanstack/react-router'
import { BlockedList } from '#src/accounts/people/BlockedList.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { SystemPostsSwitch } from '#src/broadcasts/SystemPostsSwitch.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { MusicServicePicker } from '#src/listening/listen-links/MusicServicePicker.tsx'
import { PlayerChoices } from '#src/listening/service-players/PlayerChoices.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { ThemePicker } from '#src/ui/ThemePicker.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { SettingsLinks } from './-screens/SettingsLinks.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { title: 'Settings', beside: 'settings' },
  component: Settings,
})

function Settings() {
  const { member } = useSession()
  const isWide = useIsWide()
  return (
    <Screen header={<ScreenHeader title="Settings" back={{ label: 'Back to Profile', to: '/profile' }} />}>
      <Stack gap="xxl">
        <ThemePicker />
        <MusicServicePicker />
        <PlayerChoices />
        <SystemPostsSwitch />
        {!isWide && <SettingsLinks />}
        {member !== null && <BlockedList member={member} />}
      </Stack>
    </Screen>
  )
}
