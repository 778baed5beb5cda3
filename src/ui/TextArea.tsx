import type { ComponentProps } from 'react'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'onChange' | 'aria-invalid'> & {
    onChange: (text: string) => void
    /** `line`: one line that grows with its content up to a few lines. */
    variant?: 'area' | 'line'
  }

/** A field with several lines. Other props go to the textarea. */
export const TextArea = ({ label, hideLabel, hint, error, variant = 'area', onChange, ...rest }: TextAreaProps) => (
  <Field shape="area" {...{ label, hideLabel, hint, error }}>
    {(control) => (
      <textarea
        dir="auto"
        rows={variant === 'line' ? 1 : 3}
        {...rest}
        {...control}
        className={css.areas[variant]}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
