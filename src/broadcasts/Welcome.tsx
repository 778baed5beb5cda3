import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { aboveFeed, pictureRoom } from './Welcome.css.ts'

const swapPicture = async () => (await import('#src/ui/SwapPicture.tsx')).SwapPicture
const NONE = {}

export const Pitch = ({ children }: { children?: ReactNode }) => (
  <Card>
    <Stack gap="m">
      <LazyComponent load={swapPicture} props={NONE} fallback={<div className={pictureRoom} />} />
      <Heading level={2} look="display">
        Send a song.
        <br />
        Get one back.
      </Heading>
      <Text tone="quiet">
        Swap tracks with another listener: each of you rates what arrived. See what people play, and write to those who
        like what you like.
      </Text>
      {children}
    </Stack>
  </Card>
)

export const Welcome = () => (
  <Pitch>
    <Row gap="s" wrap>
      <ButtonLink block to="/signup">
        Sign Up
      </ButtonLink>
      <ButtonLink block variant="quiet" to="/login">
        Log In
      </ButtonLink>
    </Row>
  </Pitch>
)

/** The boot script removes it from a member's frame. */
export const WelcomeAboveFeed = () => (
  <section aria-label="Welcome" className={aboveFeed} data-visitor="">
    <Welcome />
  </section>
)
