import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import * as css from './Chips.css.ts'

/** A row of `Chip`s, of which one is chosen. What does not fit scrolls sideways. */
export const Chips = ({ children }: { children: ReactNode }) => <div className={css.chips}>{children}</div>

type ChipProps = Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'block'> & { isChosen: boolean }

/** A choice that applies at once: a button, or with `render` a link. */
export const Chip = ({ isChosen, ...rest }: ChipProps) => (
  <Button size="s" variant={isChosen ? 'answer' : 'quiet'} {...rest} />
)
