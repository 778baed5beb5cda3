import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

type SelectFieldProps<T> = FieldTexts & {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** A field with one value out of a list, rendered by the browser's native select. */
export const SelectField = <T extends string>({ value, onChange, options, ...texts }: SelectFieldProps<T>) => (
  <Field shape="line" {...texts}>
    {(control) => (
      <select
        {...control}
        className={css.select}
        value={value}
        // It has no other values than its options.
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className={css.option}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
