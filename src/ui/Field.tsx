import type { ReactNode } from 'react'
import * as css from './Field.css.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** The texts for every field beside its input. */
export interface FieldTexts {
  label: string
  /** Hides the label visually; screen readers still announce it. For a search box with an icon. */
  hideLabel?: boolean
  hint?: string | undefined
  /** The error, as a sentence. */
  error?: string | undefined
}

type FieldProps = FieldTexts & { id: string; hintId: string; errorId: string; children: ReactNode }

/** Label, box, hint and error for one field. Used by TextField and TextArea. */
export function Field({ id, hintId, errorId, label, hideLabel, hint, error, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? undefined : css.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children}
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
