import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Field.css.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface FieldTexts {
  label: string
  /** Hides the label visually; screen readers still announce it. For a search box with an icon. */
  hideLabel?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
}

/** What ties a control to its label, hint and error. */
interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps extends FieldTexts {
  shape: keyof typeof css.shape
  /** The control, in a box. */
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hideLabel = false, hint, error, shape, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? undefined : css.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <div className={classNames(css.box, css.shape[shape])}>
        {children({
          id,
          ...(describedBy && { 'aria-describedby': describedBy }),
          ...(error && { 'aria-invalid': true as const }),
        })}
      </div>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={css.error}>
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
