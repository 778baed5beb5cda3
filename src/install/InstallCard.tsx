import { Button } from '#src/ui/Button.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { moveFocusToHeading, OfferCard } from '#src/ui/OfferCard.tsx'
import { ShareSheetSteps } from './ShareSheetSteps.tsx'
import { type InstallOffer, useInstallOffer } from './useInstallOffer.ts'

/** Offers to install the app after a first success. In the flow of the screen, never over it. */
export function InstallCard() {
  const offer = useInstallOffer()
  return offer === undefined ? null : <Offer {...offer} />
}

function Offer({ method, accept, dismiss }: InstallOffer) {
  const leaving = (then: () => unknown) => () => {
    moveFocusToHeading()
    void then()
  }
  return (
    <OfferCard
      title="Install Flipside"
      mark={<Logo />}
      text={method === 'prompt' ? <OwnWindow /> : <ShareSheet />}
      action={method === 'prompt' && <Button onClick={leaving(accept)}>Install</Button>}
      onDecline={leaving(dismiss)}
    />
  )
}

const OwnWindow = () => 'Open it from your home screen or desktop, even without a connection.'

const ShareSheet = () => (
  <>
    Open it from your home screen, even without a connection, and get notifications. <ShareSheetSteps />
  </>
)
