import { useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useRecord } from '#src/install/record.ts'
import { useIsInstallOfferDue } from '#src/install/useInstallOffer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { moveFocusToHeading, OfferCard } from '#src/ui/OfferCard.tsx'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import { isPushSupported } from './device-push.ts'
import { isOfferDecided, readPushEndpoint, storeOfferChoice } from './device-record.ts'
import { notificationSettingsQuery } from './queries.ts'
import { usePushSwitch } from './usePushSwitch.ts'

/** Screens on which a response, a message or a like is expected next. */
const SHOWN_ON: ReadonlySet<string> = new Set(['/', '/activity', '/track-swap-entry', '/track-swap-confirmation'])

/** Once per device. On iOS outside the installed app there is only the offer to install. */
export function NotificationCard() {
  const { member } = useSession()
  const { succeededAt } = useRecord()
  const isInstallDue = useIsInstallOfferDue()
  const isPossible =
    member !== null && succeededAt !== undefined && !isInstallDue && isPushSupported() && isPermissionOpen()
  return isPossible ? <Offer member={member} /> : null
}

/** A permission without a subscription is left over from before a sign-out. */
const isPermissionOpen = () => Notification.permission !== 'denied' && readPushEndpoint() === null

function Offer({ member }: { member: string }) {
  const pathname = useScreenPathname()
  const [isClosed, setClosed] = useState(isOfferDecided)
  const isPlace = !isClosed && SHOWN_ON.has(pathname)
  const publicKey = useLive(notificationSettingsQuery(member), { enabled: isPlace }).value?.public_key ?? ''
  const isDue = isPlace && publicKey !== ''
  const isTime = useShowWhenIdle(isDue, shown)
  const close = () => {
    setClosed(true)
    storeOfferChoice()
    moveFocusToHeading()
  }
  return isDue && isTime ? <Question {...{ member, publicKey }} onClose={close} /> : null
}

function Question({ member, publicKey, onClose }: { member: string; publicKey: string; onClose: () => void }) {
  const { turnOn, failure, isBusy } = usePushSwitch(member)
  const accept = async () => {
    if (await turnOn(publicKey)) onClose()
  }
  return (
    <OfferCard
      title="Get notified"
      text="When it is your turn in a swap, or a message or a reply arrives, also while Flipside is closed. Choose what in Settings > Notifications."
      action={
        <Button busy={isBusy} onClick={() => void accept()}>
          Turn On Notifications
        </Button>
      }
      onDecline={onClose}
    >
      {failure && <Alert>{failure}</Alert>}
    </OfferCard>
  )
}

const shown = { before: false }
