import type { ReactNode } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'

interface AccountCardProps {
  name: string
  /** Lines below the name; the empty ones are left out. */
  lines: readonly string[]
  failure: { readonly sentence: string; readonly advice?: string; readonly at?: string } | null
  /** The sentence about the member's last request. */
  refusal: string | undefined
  actions: ReactNode
  /** What is below the actions. */
  after?: ReactNode
  children?: ReactNode
}

/** A linked account at another service: its state, the last failure, and what the member can do. */
export function AccountCard({ name, lines, failure, refusal, actions, after, children }: AccountCardProps) {
  return (
    <Card>
      <Stack gap="m">
        <Stack gap="xs">
          <Text strong>{name}</Text>
          {lines
            .filter((line) => line !== '')
            .map((line) => (
              <Note key={line}>{line}</Note>
            ))}
        </Stack>
        {children}
        {failure && (
          <Stack gap="xs">
            <Text tone="swag">{failure.sentence}</Text>
            {failure.advice && <Text size="s">{failure.advice}</Text>}
            {failure.at && (
              <Note>
                Last tried: <RelativeTime at={failure.at} />.
              </Note>
            )}
          </Stack>
        )}
        {refusal && <Alert>{refusal}</Alert>}
        <Row gap="s" wrap>
          {actions}
        </Row>
        {after}
      </Stack>
    </Card>
  )
}
