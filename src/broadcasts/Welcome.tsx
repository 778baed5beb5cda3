import { Link } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { aboveFeed } from './Welcome.css.ts'

/** For visitors: a description of Flipside, and links to sign in. */
export function Welcome() {
  return (
    <Card>
      <Stack gap="m">
        <Text strong>Flipside is where you share the music you listen to and swap tracks with other listeners.</Text>
        <Text tone="quiet">Log in to see your messages, track swaps and profile.</Text>
        <Row gap="s" wrap>
          <Button block render={(linkProps) => <Link to="/login" {...linkProps} />}>
            Log In
          </Button>
          <Button block variant="quiet" render={(linkProps) => <Link to="/signup" {...linkProps} />}>
            Sign Up
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

/**
 * The same above the feed, on screens that are too narrow for an aside. The boot script removes it
 * from a member's frame.
 */
export const WelcomeAboveFeed = () => (
  <section aria-label="Welcome" className={aboveFeed} data-visitor="">
    <Welcome />
  </section>
)
