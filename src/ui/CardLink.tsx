import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type CardVariants, pressableCardClass } from './Card.tsx'
import { classNames } from './class-names.ts'

export const CardLink = /* @__PURE__ */ createLink(
  ({ pad, side, className, ...link }: CardVariants & ComponentProps<'a'>) => (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller has it
    <a {...link} className={classNames(pressableCardClass({ pad, side }), className)} />
  ),
)
