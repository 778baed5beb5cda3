import type { ReactNode } from 'react'
import * as css from './Field.css.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface FieldTexts {
  label: string
  /** Hides the label visually; screen readers still announce it. For a search box with an icon. */
  hideLabel?: boolean
  hint?: string | undefined
  error?: string | undefined
}

type FieldProps = FieldTexts & { id: string; hintId: string; errorId: string; children: ReactNode }

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
