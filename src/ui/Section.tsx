import type { ReactNode } from 'react'
import { Row, Stack } from './Stack.tsx'
import { Heading, Note } from './Text.tsx'

interface SectionProps {
  title: string
  about?: string | undefined
  action?: ReactNode
  gap?: 's' | 'm' | 'l'
  children: ReactNode
}

export function Section({ title, about, action, gap = 'm', children }: SectionProps) {
  const heading = <Heading level={2}>{title}</Heading>
  const head = action ? (
    <Row gap="s" justify="between">
      {heading}
      {action}
    </Row>
  ) : (
    heading
  )
  return (
    <Stack as="section" gap={gap}>
      {about === undefined ? (
        head
      ) : (
        <Stack gap="xs">
          {head}
          <Note>{about}</Note>
        </Stack>
      )}
      {children}
    </Stack>
  )
}
