import { useQuery } from '@tanstack/react-query'
import type { NotificationSettings } from '#contract/notifications/settings.ts'
import { findInstallMethod, surroundings } from '#src/install/install-method.ts'
import { ShareSheetSteps } from '#src/install/ShareSheetSteps.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { loadingMarker } from '#src/ui/markers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Text } from '#src/ui/Text.tsx'
import { devicePushQuery } from './device-push.ts'
import { type PushState, toPushState } from './push-state.ts'
import { usePushSwitch } from './usePushSwitch.ts'

/** Turns notifications on this device on and off, or explains why it cannot show any. */
export function ThisDevice({ member, settings }: { member: string; settings: NotificationSettings }) {
  const device = useQuery(devicePushQuery).data
  const { turnOn, turnOff, failure, isBusy } = usePushSwitch(member)
  if (device === undefined) return <div {...loadingMarker} />
  const isInstallable = findInstallMethod(surroundings(false)) === 'share-sheet'
  const state = toPushState(settings, device, isInstallable)
  return (
    <Section title="On this device">
      <Text>{state === 'install-first' ? <InstallFirst /> : TEXTS[state]}</Text>
      {failure && <Alert>{failure}</Alert>}
      {state === 'off' && (
        <Button block busy={isBusy} onClick={() => void turnOn(settings.public_key)}>
          {isBusy ? 'Turning on...' : 'Turn On Notifications'}
        </Button>
      )}
      {state === 'on' && (
        <Button block variant="quiet" busy={isBusy} onClick={() => void turnOff()}>
          {isBusy ? 'Turning off...' : 'Turn Off on This Device'}
        </Button>
      )}
    </Section>
  )
}

const TEXTS: Readonly<Record<Exclude<PushState, 'install-first'>, string>> = {
  on: 'Notifications are on, also while Flipside is closed.',
  off: 'Notifications are off. Turned on, they arrive also while Flipside is closed, until you sign out here. This needs a connection.',
  denied:
    'This browser blocks notifications from this site. Allow them in the settings of the site, next to its address or in the settings of the app, then open this screen again.',
  unsupported: 'This browser cannot show notifications from this address.',
  unavailable: 'This server sends no push notifications. The app itself shows what is new.',
}

const InstallFirst = () => (
  <>
    On this device the installed app alone can notify you. <ShareSheetSteps /> Then open it from there and turn
    notifications on.
  </>
)
