import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

/** A small, quiet button at the end of a row or below a text. */
export const RowButton = (props: Omit<ComponentProps<typeof Button>, 'size' | 'variant'>) => (
  <Button size="s" variant="quiet" {...props} />
)
