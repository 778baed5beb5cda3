import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { useScreenPath } from './useScreenPath.ts'

/** Invites a visitor to sign up or to log in, and leads back to this address. */
export function SignUpCard({ title, children }: { title: string; children: ReactNode }) {
  const next = useScreenPath()
  return (
    <Card>
      <Stack gap="m">
        <Stack gap="xs">
          <Heading level={2} look="row">
            {title}
          </Heading>
          <Text tone="quiet">{children}</Text>
        </Stack>
        <Row gap="s" wrap>
          <Button block render={(linkProps) => <Link to="/signup" search={{ next }} {...linkProps} />}>
            Sign Up
          </Button>
          <Button block variant="quiet" render={(linkProps) => <Link to="/login" search={{ next }} {...linkProps} />}>
            Log In
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
