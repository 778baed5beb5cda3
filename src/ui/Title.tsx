import type { ReactNode } from 'react'
import { Heading } from './Text.tsx'

/** The title of a card or of a part of a screen, of level 2. */
export const Title = ({ children }: { children: ReactNode }) => (
  <Heading level={2} look="title">
    {children}
  </Heading>
)
