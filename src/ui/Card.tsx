import type { ReactElement, ReactNode } from 'react'
import * as css from './Card.css.ts'
import { classNames } from './class-names.ts'

export interface CardVariants {
  pad?: keyof typeof css.pad | undefined
  /** The side that tints it: `a` the initiator, `b` the response. */
  side?: keyof typeof css.side | undefined
  chosen?: boolean | undefined
}

/** Returns the class for an element that is a card itself, such as a listbox option. */
export const cardClass = ({ pad = 'm', side, chosen = false }: CardVariants = {}): string =>
  classNames(css.card, css.pad[pad], side && css.side[side], chosen && css.chosen)

type CardProps = CardVariants & {
  children: ReactNode
  /** Renders a button instead. */
  render?: (linkProps: { className: string; children: ReactNode }) => ReactElement
}

export function Card({ children, render, ...variants }: CardProps) {
  const className = cardClass(variants)
  if (render) return render({ className: classNames(className, css.pressable), children })
  return <div className={className}>{children}</div>
}
