import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { useFieldIds } from './useFieldIds.ts'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'onChange' | 'aria-invalid'> & {
    onChange: (text: string) => void
    /** `line`: one line that grows with its content up to a few lines. */
    variant?: 'area' | 'line'
  }

/** A field with several lines. Other props go to the textarea. */
export function TextArea({
  label,
  hideLabel = false,
  hint,
  error,
  variant = 'area',
  onChange,
  ...rest
}: TextAreaProps) {
  const { id, hintId, errorId, described } = useFieldIds(hint, error)
  return (
    <Field {...{ id, hintId, errorId, label, hideLabel, hint, error }}>
      <div className={classNames(css.box, css.shape.area, css.focusRing)}>
        <textarea
          dir="auto"
          rows={variant === 'line' ? 1 : 3}
          {...described}
          {...rest}
          id={id}
          className={css.areas[variant]}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Field>
  )
}
