import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/Button.tsx'
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
          <ButtonLink block to="/signup" search={{ next }}>
            Sign Up
          </ButtonLink>
          <ButtonLink block variant="quiet" to="/login" search={{ next }}>
            Log In
          </ButtonLink>
        </Row>
      </Stack>
    </Card>
  )
}
