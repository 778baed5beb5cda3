import type { ComponentProps, ReactElement, ReactNode } from 'react'
import * as css from './Button.css.ts'
import { classNames } from './class-names.ts'

interface ButtonVariants {
  /**
   * `primary` acts (side A), `answer` answers (side B), `quiet` is outlined, `text` is bare,
   * `danger` destroys.
   */
  variant?: keyof typeof css.variants
  size?: keyof typeof css.sizes
  /** Fills the available width; two share a row. */
  block?: boolean
}

/** What a link needs to look like a button. */
export interface ButtonRenderProps {
  className: string
  children: ReactNode
}

/** Returns the class for a link that looks like a button, for where `render` is too much. */
const buttonClass = ({ variant = 'primary', size = 'm', block = false }: ButtonVariants = {}): string =>
  classNames(css.variants[variant], css.sizes[size], block && css.block)

type ButtonProps = ButtonVariants &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /**
     * The action is in progress: presses are ignored, the button stays focusable and is announced
     * as busy.
     */
    busy?: boolean
    /** Renders a link instead: `render={(look) => <Link to="/" {...look} />}`. */
    render?: (linkProps: ButtonRenderProps) => ReactElement
  }

/** A button, or with `render` a link that looks like one. `type` is `button` by default. */
export function Button({ variant, size, block, busy = false, render, children, onClick, ...rest }: ButtonProps) {
  const className = buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) })
  if (render) return render({ className: className, children })
  return (
    <button
      type="button"
      {...rest}
      className={classNames(className, busy && css.busy)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        // A busy submit button must not submit a second time either.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}
