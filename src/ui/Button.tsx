import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import * as css from './Button.css.ts'
import { classNames } from './class-names.ts'

interface ButtonVariants {
  variant?: keyof typeof css.variants | undefined
  size?: keyof typeof css.sizes | undefined
  /** Fills the available width; two share a row. */
  block?: boolean | undefined
}

/** Returns the class for an element that looks like a button. */
export const buttonClass = ({ variant = 'primary', size = 'm', block = false }: ButtonVariants): string =>
  classNames(css.variants[variant], css.sizes[size], block && css.block)

type ButtonProps = ButtonVariants &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /** In progress: presses are ignored; it stays focusable and is announced as busy. */
    busy?: boolean
  }

/** `type` is `button` by default. */
export const Button = ({ variant, size, block, busy = false, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(buttonClass({ variant, size, block }), busy && css.busy)}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={(event) => {
      // A busy submit button must not submit a second time either.
      if (busy) event.preventDefault()
      else onClick?.(event)
    }}
  />
)

export const ButtonLink = /* @__PURE__ */ createLink(
  ({ variant, size, block, ...link }: ButtonVariants & ComponentProps<'a'>) => (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller has it
    <a {...link} className={buttonClass({ variant, size, block })} />
  ),
)
