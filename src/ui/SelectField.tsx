import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

type SelectFieldProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A field with one value out of a list, rendered by the browser's native select. */
export const SelectField = ({ value, onChange, options, ...texts }: SelectFieldProps) => (
  <Field shape="line" {...texts}>
    {(control) => (
      <select {...control} className={css.select} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} className={css.option}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
