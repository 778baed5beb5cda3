import type { ReactNode } from 'react'
import { Heading } from './Text.tsx'

export const Title = ({ children }: { children: ReactNode }) => (
  <Heading level={2} look="title">
    {children}
  </Heading>
)
