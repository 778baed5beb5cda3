import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button, buttonClass } from './Button.tsx'
import * as css from './Chips.css.ts'

const CHOSEN = '[aria-current=page], [aria-pressed=true], :has(> :checked)'

interface ChipsProps {
  children: ReactNode
  /** Continues on further lines, for a few chips that are all of the same importance. */
  isWrapped?: boolean
}

/** A row of `Chip`s, of which one is chosen. What does not fit scrolls sideways, from the chosen one. */
export function Chips({ children, isWrapped = false }: ChipsProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(CHOSEN)
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [])
  return (
    <div ref={row} className={isWrapped ? css.wrapped : css.chips}>
      {children}
    </div>
  )
}

/** Returns the class for an element that is a chip itself. */
export const chipClass = (isChosen: boolean): string =>
  buttonClass({ size: 's', variant: isChosen ? 'secondary' : 'quiet' })

type ChipProps = Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'block'> & { isChosen: boolean }

export const Chip = ({ isChosen, ...rest }: ChipProps) => (
  <Button size="s" variant={isChosen ? 'secondary' : 'quiet'} {...rest} />
)

/** A choice with a screen of its own, or another address of the screen. */
export const ChipLink = /* @__PURE__ */ createLink(
  ({ isChosen, ...link }: ComponentProps<'a'> & { isChosen: boolean }) => (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller has it
    <a {...link} className={chipClass(isChosen)} aria-current={isChosen ? 'page' : undefined} />
  ),
)
