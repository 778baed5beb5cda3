import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { KindSwitches } from './KindSwitches.tsx'
import { PushedDevices } from './PushedDevices.tsx'
import { QuietHours } from './QuietHours.tsx'
import { notificationSettingsQuery } from './queries.ts'
import { ThisDevice } from './ThisDevice.tsx'

/** What is pushed to the member, when, and to which devices. */
export function NotificationSettings({ member }: { member: string }) {
  const live = useLive(notificationSettingsQuery(member))
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={4} />}
      failed="Failed to load the notification settings"
      lacking={<Text tone="quiet">This server does not send notifications.</Text>}
    >
      {(settings) => (
        <Stack gap="xxl">
          <ThisDevice {...{ member, settings }} />
          {settings.public_key !== '' && (
            <>
              <KindSwitches {...{ member, settings }} />
              <QuietHours {...{ member, settings }} />
              <PushedDevices member={member} devices={settings.devices} />
            </>
          )}
        </Stack>
      )}
    </QueryState>
  )
}
