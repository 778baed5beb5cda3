import { useId } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { transientMarker } from '#src/ui/transient-marker.ts'
import * as css from './InstallCard.css.ts'
import { ShareSheetSteps } from './ShareSheetSteps.tsx'
import { type InstallOffer, useInstallOffer } from './useInstallOffer.ts'

/** Offers to install the app after a first success. In the flow of the screen, never over it. */
export function InstallCard() {
  const offer = useInstallOffer()
  return offer === undefined ? null : <Offer {...offer} />
}

/** Moves the focus to the screen's heading when the card is dismissed. */
const toHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

function Offer({ method, accept, dismiss }: InstallOffer) {
  const titleId = useId()
  const leaving = (act: () => unknown) => () => {
    toHeading()
    void act()
  }
  return (
    <section className={css.place} aria-labelledby={titleId} {...transientMarker}>
      <Card>
        <div className={css.inside}>
          <div className={css.mark}>
            <Logo />
          </div>
          <Stack gap="s">
            <Heading level={2} look="row" id={titleId}>
              Install Flipside
            </Heading>
            <Text tone="quiet">{method === 'prompt' ? <OwnWindow /> : <ShareSheet />}</Text>
            <Row gap="s" wrap>
              {method === 'prompt' && <Button onClick={leaving(accept)}>Install</Button>}
              <Button variant="quiet" onClick={leaving(dismiss)}>
                Not now
              </Button>
            </Row>
          </Stack>
        </div>
      </Card>
    </section>
  )
}

const OwnWindow = () => 'Open it from your home screen or desktop, even without a connection.'

const ShareSheet = () => (
  <>
    Open it from your home screen, even without a connection, and get notifications. <ShareSheetSteps />
  </>
)
