import { type NotificationSettings, unsubscribePush } from '#contract/notifications/settings.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LastTime } from '#src/ui/LastTime.tsx'
import { List } from '#src/ui/List.tsx'
import { Names } from '#src/ui/Names.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { notificationSettingsQuery } from './queries.ts'

type PushedDevice = NotificationSettings['devices'][number]

/** The member's other devices with notifications. Removed at once, not queued. */
export function PushedDevices({ member, devices }: { member: string; devices: readonly PushedDevice[] }) {
  const others = devices.filter(({ is_current }) => !is_current)
  if (others.length === 0) return null
  return (
    <Section title="Other devices">
      <List of={others} toKey={({ id }) => id}>
        {(device) => <OtherDevice {...{ member, device }} />}
      </List>
    </Section>
  )
}

function OtherDevice({ member, device }: { member: string; device: PushedDevice }) {
  const { failure, isBusy, change } = useChange(unsubscribePush.failure, notificationSettingsQuery(member))
  const name = device.device || 'Unknown device'
  const remove = () => change(() => call(unsubscribePush, { user: member, device: device.id, client_id: uuid() }))
  return (
    <Card>
      <Stack gap="m">
        <Row gap="m" justify="between">
          <Names
            name={name}
            note={<LastTime text="Last notified" at={device.pushed_at} never="Nothing was sent yet" />}
          />
          <RowButton busy={isBusy} aria-label={`Turn off on ${name}`} onClick={() => void remove()}>
            Turn Off
          </RowButton>
        </Row>
        {failure && <Alert>{failure}</Alert>}
      </Stack>
    </Card>
  )
}
