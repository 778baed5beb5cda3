import { classNames } from './class-names.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { useFieldIds } from './useFieldIds.ts'

type SelectFieldProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A field with one value out of a list, rendered by the browser's native select. */
export function SelectField({ label, hideLabel = false, hint, error, value, onChange, options }: SelectFieldProps) {
  const { id, hintId, errorId, described } = useFieldIds(hint, error)
  return (
    <Field {...{ id, hintId, errorId, label, hideLabel, hint, error }}>
      <div className={classNames(css.box, css.shape.line, css.focusRing)}>
        <select
          {...described}
          id={id}
          className={css.select}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className={css.option}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}
