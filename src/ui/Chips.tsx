import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import * as css from './Chips.css.ts'

const CHOSEN = '[aria-current=page], [aria-pressed=true], [aria-checked=true]'

/** A row of `Chip`s with one chosen. What does not fit scrolls sideways, from the chosen one. */
export function Chips({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(CHOSEN)
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [])
  return (
    <div ref={row} className={css.chips}>
      {children}
    </div>
  )
}

type ChipProps = Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'block'> & { isChosen: boolean }

/** A choice that applies at once: a button, or with `render` a link. */
export const Chip = ({ isChosen, ...rest }: ChipProps) => (
  <Button size="s" variant={isChosen ? 'answer' : 'quiet'} {...rest} />
)
