import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useDeviceRecord } from '#src/install/device-record.ts'
import { useIsInstallOfferDue } from '#src/install/useInstallOffer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { transientMarker } from '#src/ui/transient-marker.ts'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import { isPushSupported } from './device-push.ts'
import { isOfferAnswered, readPushEndpoint, storeOfferAnswer } from './device-record.ts'
import * as css from './NotificationCard.css.ts'
import { notificationSettingsQuery } from './queries.ts'
import { usePushSwitch } from './usePushSwitch.ts'

/** Screens on which an answer, a message or a like is expected next. */
const SHOWN_ON: ReadonlySet<string> = new Set(['/', '/activity', '/track-swap-entry', '/track-swap-confirmation'])

/**
 * Offers notifications once per device, after the server has accepted a broadcast, a swap or a
 * message: never on the first view, and never beside the offer to install. On iOS outside the
 * installed app there is only the latter.
 */
export function NotificationCard() {
  const { member } = useSession()
  const { succeededAt } = useDeviceRecord()
  const isInstallDue = useIsInstallOfferDue()
  const isPossible =
    member !== null && succeededAt !== undefined && !isInstallDue && isPushSupported() && isPermissionOpen()
  return isPossible ? <Offer member={member} /> : null
}

/** A permission without a subscription is left over from before a sign-out. */
const isPermissionOpen = () => Notification.permission !== 'denied' && readPushEndpoint() === null

function Offer({ member }: { member: string }) {
  const { pathname } = useLocation()
  const [isAnswered, setAnswered] = useState(isOfferAnswered)
  const isPlace = !isAnswered && SHOWN_ON.has(pathname)
  const publicKey = useLive(notificationSettingsQuery(member), { enabled: isPlace }).value?.public_key ?? ''
  const isDue = isPlace && publicKey !== ''
  const isTime = useShowWhenIdle(isDue, shown)
  const answer = () => {
    setAnswered(true)
    storeOfferAnswer()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return isDue && isTime ? <Question {...{ member, publicKey }} onAnswer={answer} /> : null
}

function Question({ member, publicKey, onAnswer }: { member: string; publicKey: string; onAnswer: () => void }) {
  const titleId = useId()
  const { turnOn, failure, isBusy } = usePushSwitch(member)
  const accept = async () => {
    if (await turnOn(publicKey)) onAnswer()
  }
  return (
    <section className={css.place} aria-labelledby={titleId} {...transientMarker}>
      <Card>
        <Stack gap="s">
          <Heading level={2} look="row" id={titleId}>
            Get notified
          </Heading>
          <Text tone="quiet">
            When it is your turn in a swap, or a message or a reply arrives, also while Flipside is closed. Choose what
            in Settings &gt; Notifications.
          </Text>
          {failure && <Alert>{failure}</Alert>}
          <Row gap="s" wrap>
            <Button busy={isBusy} onClick={() => void accept()}>
              Turn On Notifications
            </Button>
            <Button variant="quiet" onClick={onAnswer}>
              Not now
            </Button>
          </Row>
        </Stack>
      </Card>
    </section>
  )
}

const shown = { before: false }
