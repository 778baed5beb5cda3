import type { ReactNode } from 'react'
import * as css from './Card.css.ts'
import { classNames } from './class-names.ts'

export interface CardVariants {
  pad?: keyof typeof css.pad | undefined
  /** The side that tints it: `a` the initiator, `b` the response. */
  side?: keyof typeof css.side | undefined
}

/** Returns the class for an element that is a card itself, such as a listbox option. */
export const cardClass = ({ pad = 'm', side, chosen = false }: CardVariants & { chosen?: boolean } = {}): string =>
  classNames(css.card, css.pad[pad], side && css.side[side], chosen && css.chosen)

/** Returns the class for a link or a button that is a card. */
export const pressableCardClass = (variants: CardVariants): string => classNames(cardClass(variants), css.pressable)

export const Card = ({ children, ...variants }: CardVariants & { children: ReactNode }) => (
  <div className={cardClass(variants)}>{children}</div>
)
