import type { ReactNode } from 'react'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'

/** A part of the state of the server, with its heading. */
export const StatePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap="m">
    <Heading level={2}>{title}</Heading>
    {children}
  </Stack>
)
